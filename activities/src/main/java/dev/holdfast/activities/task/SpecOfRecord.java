package dev.holdfast.activities.task;

import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.TaskRequest;
import io.temporal.failure.ApplicationFailure;
import java.util.Optional;
import java.util.function.Function;

/**
 * Temporal forgets a task's id sooner than its row is removed. Who starts a workflow under it then, past the API, must not be
 * given what another spec came to.
 */
final class SpecOfRecord {
    private final Function<TaskId, Optional<TaskSpec>> rows;

    /** @param rows what the row of a task says that it was asked to do; empty when it has none */
    SpecOfRecord(Function<TaskId, Optional<TaskSpec>> rows) {
        this.rows = rows;
    }

    void require(TaskRequest task) {
        boolean another = rows.apply(task.taskId())
                .filter(first -> !first.equals(task.spec()))
                .isPresent();
        if (another) {
            throw ApplicationFailure.newNonRetryableFailure(
                    "taskId: " + task.taskId() + " is taken by a task with another spec; choose another id",
                    "task_conflict");
        }
    }
}
