package dev.holdfast.workflows;

import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.SandboxActivities.AcquireRequest;
import dev.holdfast.workflows.SandboxActivities.BeginRequest;
import dev.holdfast.workflows.SandboxActivities.CollectRequest;
import dev.holdfast.workflows.SandboxActivities.Collected;
import dev.holdfast.workflows.SandboxActivities.LeaveRequest;
import dev.holdfast.workflows.SandboxActivities.Look;
import dev.holdfast.workflows.SandboxActivities.LookRequest;
import dev.holdfast.workflows.SandboxActivities.Looked;
import dev.holdfast.workflows.SandboxActivities.StageRequest;
import dev.holdfast.workflows.SandboxActivities.Staged;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Functions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a task does on a host: it gets a sandbox there, fills it, and runs its steps. */
final class HostWork {
    static final String SANDBOX_READY = "the sandbox is ready";
    static final String IN_PLACE = "everything is in place";
    static final String STEPS_ENDED = "the steps have ended";
    private static final int MOST_HOSTS = 3;

    private final TaskRequest request;
    private final TaskProgress progress;
    private final Interruption interruption;
    private final LocalFirst activities;
    private final Functions.Proc publish;
    private @Nullable Instant doneAt;

    HostWork(
            TaskRequest request,
            TaskProgress progress,
            Interruption interruption,
            LocalFirst activities,
            Functions.Proc publish) {
        this.request = request;
        this.progress = progress;
        this.interruption = interruption;
        this.activities = activities;
        this.publish = publish;
    }

    /**
     * Runs the steps of the spec. A host that is gone takes its sandbox along, so the task begins anew elsewhere, where
     * that does no harm: what the history knows must allow it, and what the host had told the database.
     *
     * @return whether the artifacts were collected in the same go
     */
    boolean begin() {
        while (true) {
            try {
                return beginHere();
            } catch (ActivityFailure failure) {
                Reservation reservation = progress.reservation();
                if (reservation == null || !ActivityErrors.hostLost(failure) || !mayMove()) {
                    throw failure;
                }
                leave(reservation);
            }
        }
    }

    /** A step that was begun has the word of its owner that it may be run again, else its failure is not thrown. */
    private boolean mayMove() {
        return progress.place() < MOST_HOSTS
                && !progress.begun()
                && !interruption.happened()
                && Lifecycle.allows(progress.state(), TaskState.QUEUED);
    }

    private void leave(Reservation reservation) {
        Workflow.newActivityStub(SandboxActivities.class, ActivityPolicies.leaveHost())
                .leaveHost(new LeaveRequest(request.taskId(), reservation.host()));
        progress.warn("host " + reservation.host() + " was lost; what the task had there is left to its reaper");
        progress.enter(TaskState.QUEUED, now(), "host " + reservation.host() + " is gone, so another is looked for");
        progress.lostHost();
        activities.moved();
        publish.apply();
    }

    /** What was done at once is passed over; the rest is asked for piece by piece. */
    private boolean beginHere() {
        return goThrough(activities.begin(beginning()));
    }

    private boolean goThrough(Begun begun) {
        if (begun.whole()) {
            DoneAtOnce.goThrough(progress, request, begun);
            doneAt = begun.stopped();
            return true;
        }
        interruption.startTimers(begun.stopped());
        Reservation reservation = begun.reservation() != null
                ? begun.reservation()
                : activities.call(SandboxActivities::reserve, request, ActivityPolicies.reserve());
        progress.reserved(reservation);
        enter(TaskState.ACQUIRING, begun, hasRoom(reservation));
        progress.acquired(begun.sandbox() != null ? begun.sandbox() : acquire(reservation));
        if (!request.spec().files().isEmpty()) {
            enter(TaskState.STAGING, begun, SANDBOX_READY);
            Staged staged = begun.staged();
            if (staged == null && !begun.hasFiles()) {
                staged = stage(new StageRequest(request, reserved(), acquired(), steps().firstKey()));
            }
            if (staged != null) {
                staged.warnings().forEach(progress::warn);
            }
        }
        enter(TaskState.RUNNING, begun, IN_PLACE);
        runSteps(begun.steps());
        return false;
    }

    static String hasRoom(Reservation reservation) {
        return "host " + reservation.host() + " has room";
    }

    /** When the work ended: what Temporal calls now may be earlier, because the work was one piece with its beginning. */
    Instant endedAt() {
        return doneAt == null ? now() : doneAt;
    }

    private BeginRequest beginning() {
        Duration timeout = request.spec().timeout();
        return new BeginRequest(
                request,
                progress.place(),
                ActivityPolicies.most(timeout),
                timeout == null ? null : progress.createdAt().plus(timeout),
                progress.createdAt());
    }

    /** @return true when all steps had ended before the history had a word of it */
    boolean endedUnheard() {
        return new DoneUnheard(request, progress, activities).ended(beginning(), this::goThrough);
    }

    private Sandbox acquire(Reservation reservation) {
        return activities.call(
                SandboxActivities::acquire,
                new AcquireRequest(request, reservation),
                ActivityPolicies.acquire(reservation));
    }

    /** What lies in the workspace now; the sandbox is there. */
    Looked look(Look asked) {
        return activities.call(
                SandboxActivities::look,
                new LookRequest(request.taskId(), reserved(), acquired(), asked),
                ActivityPolicies.look(reserved()));
    }

    /** Files that come later. */
    Staged stage(TaskRequest files) {
        try {
            Staged staged = stage(new StageRequest(files, reserved(), acquired(), null));
            staged.warnings().forEach(progress::warn);
            return staged;
        } catch (ActivityFailure failure) {
            if (OpenWork.endsWith(failure)) {
                progress.decide(ActivityErrors.verdict(failure));
            }
            throw failure;
        }
    }

    private Staged stage(StageRequest files) {
        return activities.call(SandboxActivities::stage, files, ActivityPolicies.stage(reserved()));
    }

    private void runSteps(List<StepResult> known) {
        List<StepSpec> steps = request.spec().steps();
        for (int number = 0; number < steps.size(); number++) {
            StepSpec step = steps.get(number);
            Optional<StepResult> ended =
                    number < known.size() ? Optional.of(known.get(number)) : runUnlessRefused(number, step);
            if (ended.isEmpty()) {
                return;
            }
            StepResult result = ended.get();
            progress.ended(result);
            Verdict interrupted = interruption.verdict();
            if (endsTheTask(step, result) || (!result.succeeded() && interrupted != null)) {
                decideBy(result, interrupted);
                return;
            }
        }
        if (request.spec().open() == null) {
            progress.decide(Verdict.succeeded(progress.steps()));
        }
    }

    /** One that is refused was never begun, and those behind it are not run. */
    private Optional<StepResult> runUnlessRefused(int number, StepSpec step) {
        try {
            return Optional.of(runner().run(number, step, interruption::verdict));
        } catch (ActivityFailure failure) {
            ApplicationFailure refusal = ActivityErrors.refusal(failure).orElseThrow(() -> failure);
            progress.decide(Verdict.failed(step.name() + ": " + refusal.getOriginalMessage(), refusal.getType()));
            return Optional.empty();
        }
    }

    /** Older tasks went on after a step that was lost and allowed to fail. */
    private static boolean endsTheTask(StepSpec step, StepResult result) {
        return DoneAtOnce.endsTheTask(step, result)
                && (!step.continueOnFailure()
                        || Workflow.getVersion("lost-ends-the-task", Workflow.DEFAULT_VERSION, 1) == 1);
    }

    /** A step that was asked of an open task. One that is refused changes nothing: whoever asked is told. */
    StepResult runNamed(StepSpec step) {
        StepResult result;
        try {
            result = runner().runNamed(step, interruption::verdict);
        } catch (ActivityFailure failure) {
            throw ActivityErrors.refusal(failure)
                    .<TemporalFailure>map(refusal -> refusal)
                    .orElse(failure);
        }
        progress.ended(result);
        if (!result.succeeded()) {
            decideBy(result, interruption.verdict());
        }
        return result;
    }

    /** An open task outlives a step that failed, but not one whose end nobody knows. */
    private void decideBy(StepResult step, @Nullable Verdict interrupted) {
        if (interrupted != null) {
            progress.decide(interrupted.decidedBy(step));
        } else if (request.spec().open() == null || step.outcome() == OutcomeKind.LOST) {
            progress.decide(Verdict.of(step));
        }
    }

    Collected collect() {
        return activities.call(
                SandboxActivities::collect,
                new CollectRequest(request, reserved(), acquired()),
                ActivityPolicies.collect(reserved()));
    }

    private StepRunner runner() {
        return new StepRunner(reserved(), steps(), activities);
    }

    private SpecSteps steps() {
        return new SpecSteps(request, reserved(), acquired(), progress.place(), progress.room());
    }

    private Reservation reserved() {
        return Objects.requireNonNull(progress.reservation());
    }

    private Sandbox acquired() {
        return Objects.requireNonNull(progress.sandbox());
    }

    private void enter(TaskState state, Begun begun, String reason) {
        Instant then = begun.since().get(state);
        progress.enter(state, then == null ? now() : then, reason);
    }

    private static Instant now() {
        return Instant.ofEpochMilli(Workflow.currentTimeMillis());
    }
}
