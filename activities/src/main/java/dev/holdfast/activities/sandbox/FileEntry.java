package dev.holdfast.activities.sandbox;

import org.jspecify.annotations.Nullable;

/**
 * A file in the sandbox.
 *
 * @param path bytes that are not UTF-8 are escaped as {@code \xNN}
 * @param type file, directory, link or other, in the supervisor's words
 * @param link what a symbolic link points at
 */
public record FileEntry(
        String path,
        String type,
        long size,
        int mode,
        long mtimeMs,
        @Nullable String link) {}
