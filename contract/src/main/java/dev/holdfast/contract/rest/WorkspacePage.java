package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.contract.WorkspaceEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some files of a workspace, in the order of their paths.
 *
 * @param next to be given as {@code cursor} for the next page; absent on the last
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkspacePage(
        List<WorkspaceEntry> entries, @Nullable String next) {}
