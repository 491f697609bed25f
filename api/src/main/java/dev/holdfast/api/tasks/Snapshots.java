package dev.holdfast.api.tasks;

import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

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
        return new TaskResult(
                last.taskId(),
                last.project(),
                TaskState.LOST,
                OutcomeKind.LOST,
                null,
                reason,
                "workflow_ended",
                last.executor(),
                last.executorReason(),
                last.image(),
                last.imageDigest(),
                last.host(),
                last.steps(),
                last.artifacts(),
                last.artifactCount(),
                last.cleanup(),
                last.warnings(),
                Stream.concat(last.transitions().stream(), Stream.of(new Transition(TaskState.LOST, at, reason)))
                        .toList(),
                last.labels(),
                last.origin(),
                last.createdAt(),
                at,
                Duration.between(last.createdAt(), at).toMillis());
    }

    static TaskResult withSteps(TaskResult task, List<StepResult> steps) {
        return new TaskResult(
                task.taskId(),
                task.project(),
                task.state(),
                task.outcome(),
                task.exitCode(),
                task.reason(),
                task.errorCode(),
                task.executor(),
                task.executorReason(),
                task.image(),
                task.imageDigest(),
                task.host(),
                steps,
                task.artifacts(),
                task.artifactCount(),
                task.cleanup(),
                task.warnings(),
                task.transitions(),
                task.labels(),
                task.origin(),
                task.createdAt(),
                task.endedAt(),
                task.durationMs());
    }
}
