package dev.holdfast.activities.history;

import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskState;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks to list.
 *
 * @param since accepted then or later
 * @param until accepted before
 * @param labels all of which the task has
 * @param text words that all stand in its commands, names, labels, image or reason
 * @param after the last task of the page before; the listing goes on behind it
 */
public record TaskQuery(
        @Nullable ProjectId project,
        @Nullable TaskState state,
        @Nullable Instant since,
        @Nullable Instant until,
        Map<String, String> labels,
        @Nullable Integer exitCode,
        @Nullable String text,
        @Nullable TaskId after,
        int limit) {

    public TaskQuery(@Nullable ProjectId project, @Nullable TaskState state, @Nullable TaskId after, int limit) {
        this(project, state, null, null, Map.of(), null, null, after, limit);
    }

    public TaskQuery in(TaskState other) {
        return new TaskQuery(project, other, since, until, labels, exitCode, text, after, limit);
    }
}
