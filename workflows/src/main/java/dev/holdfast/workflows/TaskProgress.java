package dev.holdfast.workflows;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of a task so far. Belongs to one workflow execution; time is given to it. */
final class TaskProgress {
    private final TaskRequest request;
    private final List<Transition> transitions = new ArrayList<>();
    private final List<StepResult> steps = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private List<Artifact> artifacts = List.of();
    private long artifactCount;
    private Receipt cleanup = Receipt.PENDING;
    private TaskState state = TaskState.QUEUED;
    private @Nullable Reservation reservation;
    private @Nullable Sandbox sandbox;
    private @Nullable Verdict verdict;
    private long version;

    TaskProgress(TaskRequest request, Instant now) {
        this.request = request;
        transitions.add(new Transition(state, now, "accepted"));
    }

    void enter(TaskState next, Instant now, String reason) {
        if (!Lifecycle.allows(state, next)) {
            throw new IllegalStateException("a task does not go from " + state + " to " + next);
        }
        state = next;
        version++;
        transitions.add(new Transition(next, now, reason));
    }

    void reserved(Reservation reserved) {
        reservation = reserved;
        warnings.addAll(reserved.warnings());
        version++;
    }

    void acquired(Sandbox acquired) {
        sandbox = acquired;
        version++;
    }

    void ended(StepResult step) {
        steps.add(step);
        version++;
    }

    void collected(SandboxActivities.Collected collected) {
        artifacts = collected.first();
        artifactCount = collected.count();
        warnings.addAll(collected.warnings());
        version++;
    }

    void warn(String warning) {
        warnings.add(warning);
        version++;
    }

    void released(Receipt receipt) {
        cleanup = receipt;
        version++;
    }

    /** The first word stands: what happens on the way out does not change why the task ended. */
    void decide(Verdict decided) {
        if (verdict == null) {
            verdict = decided;
            version++;
        }
    }

    @Nullable Verdict verdict() {
        return verdict;
    }

    TaskState state() {
        return state;
    }

    @Nullable Reservation reservation() {
        return reservation;
    }

    long version() {
        return version;
    }

    TaskResult snapshot() {
        Instant created = transitions.get(0).at();
        Transition last = transitions.get(transitions.size() - 1);
        Instant ended = state.terminal() ? last.at() : null;
        OutcomeKind outcome = verdict == null ? null : verdict.outcome();
        return new TaskResult(
                request.taskId(),
                request.spec().project(),
                state,
                outcome,
                verdict == null ? null : verdict.exitCode(),
                last.reason(),
                verdict == null ? null : verdict.errorCode(),
                reservation == null ? null : reservation.executor(),
                reservation == null ? null : reservation.executorReason(),
                reservation == null ? request.spec().image() : reservation.image(),
                sandbox == null ? null : sandbox.imageDigest(),
                reservation == null ? null : reservation.host(),
                List.copyOf(steps),
                artifacts,
                artifactCount,
                cleanup,
                List.copyOf(warnings),
                List.copyOf(transitions),
                request.spec().labels(),
                request.spec().origin(),
                created,
                ended,
                ended == null ? null : Duration.between(created, ended).toMillis());
    }
}
