package dev.holdfast.workflows;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.JsonText;
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
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known of a task so far. Belongs to one workflow execution; time is given to it. */
final class TaskProgress {
    private static final String LEFT_OUT =
            "results of earlier steps are shown without their output, of which there was too much; the log has it";

    private final TaskRequest request;
    private final PayloadRoom room;
    private final List<Transition> transitions = new ArrayList<>();
    private final KeptSteps steps;
    private final KeptWarnings warnings = new KeptWarnings();
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
        this.room = new PayloadRoom(request);
        this.steps = new KeptSteps(room, request.spec().open() != null);
        Continuation before = request.continuation();
        if (before == null) {
            transitions.add(new Transition(state, now, "accepted"));
        } else {
            reservation = before.reservation();
            sandbox = before.sandbox();
            steps.takeOver(before.steps());
            transitions.addAll(before.transitions());
            before.warnings().forEach(warnings::add);
            version = before.version();
            state = transitions.get(transitions.size() - 1).state();
        }
    }

    Continuation continuation(AskedSteps asked) {
        return new Continuation(
                Objects.requireNonNull(reservation),
                Objects.requireNonNull(sandbox),
                steps.all(),
                List.copyOf(transitions),
                warnings.all(),
                asked.hashes(),
                version,
                asked.identities());
    }

    void enter(TaskState next, Instant now, String reason) {
        if (!Lifecycle.allows(state, next)) {
            throw new IllegalStateException("a task does not go from " + state + " to " + next);
        }
        state = next;
        waitsBecause = null;
        version++;
        transitions.add(new Transition(next, now, JsonText.shortened(reason, PayloadRoom.WORDS)));
    }

    /** Why nothing happens yet. */
    void waits(String reason) {
        waitsBecause = JsonText.shortened(reason, PayloadRoom.WORDS);
        version++;
    }

    void reserved(Reservation reserved) {
        reservation = reserved;
        reserved.warnings().forEach(warnings::add);
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
        return steps.size() > 0;
    }

    void acquired(Sandbox acquired) {
        sandbox = acquired;
        version++;
    }

    void ended(StepResult step) {
        steps.add(step);
        if (steps.leftOut() && !warnings.contains(LEFT_OUT)) {
            warnings.add(LEFT_OUT);
        }
        version++;
    }

    Optional<StepResult> step(@Nullable String name) {
        return steps.named(name);
    }

    List<StepResult> steps() {
        return steps.all();
    }

    @Nullable StepResult lastStep() {
        return steps.last();
    }

    /** Whether the results of all steps that were asked for, and of one more, will fit into a payload. */
    boolean hasRoomForAnother(int asked) {
        return steps.hasRoomFor(asked + 1 - steps.size());
    }

    PayloadRoom room() {
        return room;
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
        collected.warnings().forEach(warnings::add);
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

    /** But for one that turns out to be too good. */
    void overrule(Verdict decided) {
        verdict = decided;
        version++;
    }

    @Nullable Verdict verdict() {
        return verdict;
    }

    /** Of a task that is about to end. */
    Verdict decided() {
        return verdict == null ? Verdict.failed("the task ended without a verdict", "internal") : verdict;
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
                steps.all(),
                artifacts,
                artifactCount,
                cleanup,
                warnings.all(),
                List.copyOf(transitions),
                request.spec().labels(),
                request.spec().origin(),
                created,
                ended,
                ended == null ? null : Duration.between(created, ended).toMillis());
    }
}
