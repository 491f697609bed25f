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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known of a task so far. Belongs to one workflow execution; time is given to it. */
final class TaskProgress {
    private static final int STEPS_WITH_OUTPUT = 4;

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
    private @Nullable String waitsBecause;
    private int place = 1;
    private long version;

    TaskProgress(TaskRequest request, Instant now) {
        this.request = request.plain();
        Continuation before = request.continuation();
        if (before == null) {
            transitions.add(new Transition(state, now, "accepted"));
        } else {
            reservation = before.reservation();
            sandbox = before.sandbox();
            steps.addAll(before.steps());
            transitions.addAll(before.transitions());
            warnings.addAll(before.warnings());
            version = before.version();
            state = transitions.get(transitions.size() - 1).state();
        }
    }

    Continuation continuation(Map<String, Integer> asked) {
        return new Continuation(
                Objects.requireNonNull(reservation),
                Objects.requireNonNull(sandbox),
                List.copyOf(steps),
                List.copyOf(transitions),
                List.copyOf(warnings),
                asked,
                version);
    }

    void enter(TaskState next, Instant now, String reason) {
        if (!Lifecycle.allows(state, next)) {
            throw new IllegalStateException("a task does not go from " + state + " to " + next);
        }
        state = next;
        waitsBecause = null;
        version++;
        transitions.add(new Transition(next, now, reason));
    }

    /** Why nothing happens yet. */
    void waits(String reason) {
        waitsBecause = reason;
        version++;
    }

    void reserved(Reservation reserved) {
        reservation = reserved;
        warnings.addAll(reserved.warnings());
        version++;
    }

    /** Its host is gone; what it had there is not the task's any more. */
    void lostHost() {
        reservation = null;
        sandbox = null;
        place++;
        version++;
    }

    /** The first host is 1. */
    int place() {
        return place;
    }

    boolean begun() {
        return !steps.isEmpty();
    }

    void acquired(Sandbox acquired) {
        sandbox = acquired;
        version++;
    }

    void ended(StepResult step) {
        steps.add(step);
        int old = steps.size() - 1 - STEPS_WITH_OUTPUT;
        if (request.spec().open() != null && old >= 0) {
            // The task must stay small enough for a payload; the log has all of it.
            steps.set(old, steps.get(old).withoutOutput());
        }
        version++;
    }

    Optional<StepResult> step(@Nullable String name) {
        return steps.stream().filter(step -> step.name().equals(name)).findFirst();
    }

    @Nullable StepResult lastStep() {
        return steps.isEmpty() ? null : steps.get(steps.size() - 1);
    }

    Instant createdAt() {
        return transitions.get(0).at();
    }

    Instant lastChange() {
        return transitions.get(transitions.size() - 1).at();
    }

    @Nullable Sandbox sandbox() {
        return sandbox;
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
                waitsBecause == null ? last.reason() : "waits: " + waitsBecause,
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
