package dev.holdfast.api.tasks;

import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.Transition;
import java.time.Instant;
import java.util.List;

/** Views of tasks that nobody has written down. */
final class Snapshots {
    private Snapshots() {}

    /** A task that was started and that no worker has said anything about. */
    static TaskResult queued(TaskId taskId, TaskSpec spec, Instant at) {
        return new TaskResult(
                taskId,
                spec.project(),
                TaskState.QUEUED,
                null,
                null,
                "accepted",
                null,
                null,
                null,
                spec.image(),
                null,
                null,
                List.of(),
                List.of(),
                0,
                Receipt.PENDING,
                List.of(),
                List.of(new Transition(TaskState.QUEUED, at, "accepted")),
                spec.labels(),
                spec.origin(),
                at,
                null,
                null);
    }

    /** A task whose workflow was ended from outside; its sandbox is left to the reaper. */
    static TaskResult brokenOff(TaskResult last, String reason, Instant at) {
        return last.with()
                .outcome(OutcomeKind.LOST)
                .exitCode(null)
                .errorCode("workflow_ended")
                .build()
                .ended(TaskState.LOST, at, reason);
    }
}
