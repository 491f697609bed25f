package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A file in the workspace of a task that still has one.
 *
 * @param path relative to the directory that was asked for; bytes that are not UTF-8 are escaped as {@code \xNN}
 * @param type file, dir, link, fifo, socket or device
 * @param mode permission bits as a number
 * @param link what a symbolic link points at
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkspaceEntry(
        String path,
        String type,
        long size,
        int mode,
        Instant modifiedAt,
        @Nullable String link) {}
