package dev.holdfast.api.tasks;

import dev.holdfast.contract.TaskId;

/** The id is taken by a task that asks for something else. */
public final class TaskConflict extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TaskConflict(TaskId taskId) {
        super("task '" + taskId + "' exists with another spec; choose another taskId or Idempotency-Key");
    }
}
