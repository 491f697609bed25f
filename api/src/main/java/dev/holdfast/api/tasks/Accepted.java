package dev.holdfast.api.tasks;

import dev.holdfast.contract.TaskResult;

/**
 * A submitted task.
 *
 * @param created false when it had been submitted before
 * @param answered all that its caller waits for is known
 */
public record Accepted(TaskResult task, boolean created, boolean answered) {
    /** The same, as it is later. */
    Accepted as(TaskResult now) {
        return new Accepted(now, created, answered);
    }
}
