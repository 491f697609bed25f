package dev.holdfast.activities.history;

import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks to list.
 *
 * @param after the last task of the page before; the listing goes on behind it
 */
public record TaskQuery(
        @Nullable ProjectId project,
        @Nullable TaskState state,
        @Nullable TaskId after,
        int limit) {}
