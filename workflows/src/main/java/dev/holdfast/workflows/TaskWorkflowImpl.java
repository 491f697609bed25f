package dev.holdfast.workflows;

import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.SandboxActivities.AcquireRequest;
import dev.holdfast.workflows.SandboxActivities.CollectRequest;
import dev.holdfast.workflows.SandboxActivities.LeaveRequest;
import dev.holdfast.workflows.SandboxActivities.ReleaseRequest;
import dev.holdfast.workflows.SandboxActivities.StageRequest;
import dev.holdfast.workflows.SandboxActivities.Staged;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Functions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The order of things. Everything that touches the world is an activity. */
public final class TaskWorkflowImpl implements TaskWorkflow {
    private static final int MOST_HOSTS = 3;

    private final TaskRequest request;
    private final TaskProgress progress;
    private final HistoryProjection history;
    private final Visibility visibility;
    private final LocalFirst activities;
    private final @Nullable Continuation continuation;
    private final OpenWork open;
    private final Interruption interruption;
    private boolean answered;
    private boolean ready;

    @WorkflowInit
    public TaskWorkflowImpl(TaskRequest request) {
        this.request = request.plain();
        this.continuation = request.continuation();
        this.open = new OpenWork(request.spec().open(), continuation == null ? Map.of() : continuation.asked());
        request.spec().steps().forEach(open::remember);
        this.progress = new TaskProgress(request, now());
        this.interruption = new Interruption(progress);
        this.history = new HistoryProjection(request, progress);
        this.visibility = new Visibility(request.spec().project());
        this.activities = new LocalFirst(ActivityPolicies.atOnce(request.spec().timeout()), this::takesLonger);
    }

    @Override
    public TaskResult run(TaskRequest same) {
        history.changed();
        CancellationScope work = Workflow.newCancellationScope(() -> {
            if (continuation == null) {
                useAHost();
            } else {
                goOn(continuation.reservation(), continuation.sandbox());
            }
        });
        interruption.stops(work);
        interruption.startTimers(request.spec());
        try {
            work.run();
        } catch (ActivityFailure | CanceledFailure failure) {
            breakOff(verdictOf(failure));
        }
        Workflow.newDetachedCancellationScope(this::giveBack).run();
        return progress.snapshot();
    }

    @Override
    public void cancel(CancelRequest cancel) {
        interruption.cancel(cancel);
    }

    @Override
    public TaskResult result() {
        Workflow.await(() -> answered || ready);
        return progress.snapshot();
    }

    @Override
    public void checkStep(StepRequest asked) {
        open.requireStep(asked.step());
    }

    @Override
    public StepResult step(StepRequest asked) {
        StepSpec step = open.named(asked.step());
        if (open.remember(step)) {
            return open.ask(() -> runOne(step));
        }
        Workflow.await(() -> progress.step(step.name()).isPresent() || open.over());
        return progress.step(step.name()).orElseThrow(OpenWork::tooLate);
    }

    @Override
    public void checkFiles(FilesRequest asked) {
        open.requireOpen();
    }

    @Override
    public Staged files(FilesRequest asked) {
        TaskRequest withFiles =
                new TaskRequest(request.taskId(), request.spec().withFiles(asked.files()), request.requestedBy());
        return open.ask(() -> stage(withFiles, reserved(), acquired()));
    }

    @Override
    public void checkClose(CloseRequest asked) {
        if (request.spec().open() == null) {
            open.requireOpen();
        }
    }

    @Override
    public TaskResult close(CloseRequest asked) {
        open.close(asked.reason());
        Workflow.await(() -> answered);
        return progress.snapshot();
    }

    @Override
    public TaskResult state() {
        return progress.snapshot();
    }

    /** A host that is gone takes its sandbox along, so the task begins anew elsewhere, where that does no harm. */
    private void useAHost() {
        while (true) {
            try {
                reserveAndUse();
                return;
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
        enter(TaskState.QUEUED, "host " + reservation.host() + " is gone, so another is looked for");
        progress.lostHost();
        activities.moved();
        publish();
    }

    private void reserveAndUse() {
        Reservation reservation = activities.call(SandboxActivities::reserve, request, ActivityPolicies.reserve());
        progress.reserved(reservation);
        enter(TaskState.ACQUIRING, "host " + reservation.host() + " has room");
        Sandbox sandbox = activities.call(
                SandboxActivities::acquire,
                new AcquireRequest(request, reservation),
                ActivityPolicies.acquire(reservation));
        progress.acquired(sandbox);
        if (!request.spec().files().isEmpty()) {
            enter(TaskState.STAGING, "the sandbox is ready");
            stage(request, reservation, sandbox);
        }
        enter(TaskState.RUNNING, "everything is in place");
        runSteps(runner(reservation, sandbox));
        goOn(reservation, sandbox);
    }

    private Staged stage(TaskRequest files, Reservation reservation, Sandbox sandbox) {
        return activities.call(
                SandboxActivities::stage,
                new StageRequest(files, reservation, sandbox),
                ActivityPolicies.stage(reservation));
    }

    /** What comes after the steps of the spec. */
    private void goOn(Reservation reservation, Sandbox sandbox) {
        if (progress.verdict() == null) {
            ready = true;
            publish();
        }
        while (progress.verdict() == null) {
            takeOne();
        }
        if (interruption.happened()) {
            return;
        }
        enter(TaskState.COLLECTING, ready ? open.closing() : "the steps have ended");
        progress.collected(activities.call(
                SandboxActivities::collect,
                new CollectRequest(request, reservation, sandbox),
                ActivityPolicies.collect(reservation)));
    }

    private void takeOne() {
        Functions.Proc next = open.next();
        if (next == null) {
            progress.decide(Verdict.closed(progress.lastStep(), open.closing()));
            return;
        }
        next.apply();
        if (progress.verdict() == null && open.fillsItsRun()) {
            goOnInANewRun();
        }
    }

    private StepResult runOne(StepSpec step) {
        StepResult result = runner(reserved(), acquired()).runNamed(step, interruption::verdict);
        progress.ended(result);
        if (!result.succeeded()) {
            decideBy(result);
        }
        history.changed();
        return result;
    }

    private void goOnInANewRun() {
        Workflow.await(() -> Workflow.isEveryHandlerFinished() || open.hasWork());
        history.settle();
        if (!open.hasWork()) {
            Workflow.continueAsNew(request.continuedBy(progress.continuation(open.asked())));
        }
    }

    private void runSteps(StepRunner runner) {
        List<StepSpec> steps = request.spec().steps();
        StepResult last = null;
        for (int number = 0; number < steps.size(); number++) {
            StepSpec step = steps.get(number);
            last = runner.run(number, step, interruption::verdict);
            progress.ended(last);
            if (!last.succeeded() && (!step.continueOnFailure() || interruption.happened())) {
                decideBy(last);
                return;
            }
        }
        if (request.spec().open() == null) {
            progress.decide(Verdict.succeeded(last));
        }
    }

    /** An open task outlives a step that failed, but not one whose end nobody knows. */
    private void decideBy(StepResult step) {
        Verdict interrupted = interruption.verdict();
        if (interrupted != null) {
            progress.decide(interrupted.decidedBy(step));
        } else if (request.spec().open() == null || step.outcome() == OutcomeKind.LOST) {
            progress.decide(Verdict.of(step));
        }
    }

    /** A sandbox may be there even when acquiring it was never answered, so only the reservation counts. */
    private void giveBack() {
        open.end();
        Reservation reservation = progress.reservation();
        Receipt receipt = Receipt.NOTHING_TO_CLEAN;
        if (reservation != null) {
            enter(TaskState.RELEASING, decided().reason());
            publish();
            // Who waits for the result need not wait for the sandbox to be gone.
            answered = true;
            receipt = release(reservation);
        }
        progress.released(receipt);
        boolean clean = receipt.state() == Receipt.State.CLEAN;
        progress.enter(
                clean ? decided().end() : TaskState.CLEANUP_FAILED,
                now(),
                clean ? decided().reason() : decided().reason() + "; left behind: " + receipt.left());
        answered = true;
        visibility.show(progress.snapshot());
        history.finish();
        Workflow.await(Workflow::isEveryHandlerFinished);
    }

    private Receipt release(Reservation reservation) {
        try {
            return Workflow.newActivityStub(SandboxActivities.class, ActivityPolicies.release(reservation))
                    .release(new ReleaseRequest(request.taskId(), reservation));
        } catch (ActivityFailure failure) {
            String reason = ActivityErrors.verdict(failure).reason();
            return new Receipt(Receipt.State.FAILED, null, now(), List.of(), List.of("not verified: " + reason));
        }
    }

    /** What fails after the steps have ended does not change how they ended. */
    private void breakOff(Verdict verdict) {
        if (progress.verdict() != null) {
            progress.warn(progress.state().json() + " failed: " + verdict.reason());
        }
        progress.decide(verdict);
    }

    private Verdict decided() {
        Verdict verdict = progress.verdict();
        return verdict == null ? Verdict.failed("the task ended without a verdict", "internal") : verdict;
    }

    private Verdict verdictOf(RuntimeException failure) {
        Verdict interrupted = interruption.verdict();
        if (interrupted != null) {
            return interrupted.during(progress.state());
        }
        return failure instanceof ActivityFailure activity && !(activity.getCause() instanceof CanceledFailure)
                ? ActivityErrors.verdict(activity)
                : Verdict.cancelled("cancelled").during(progress.state());
    }

    private StepRunner runner(Reservation reservation, Sandbox sandbox) {
        return new StepRunner(request, reservation, sandbox, progress.place(), activities);
    }

    private Reservation reserved() {
        return Objects.requireNonNull(progress.reservation());
    }

    private Sandbox acquired() {
        return Objects.requireNonNull(progress.sandbox());
    }

    private void enter(TaskState state, String reason) {
        progress.enter(state, now(), reason);
    }

    private void takesLonger(String why) {
        if (progress.state() == TaskState.QUEUED) {
            progress.waits(why);
        }
        publish();
    }

    /** Costs the server something, so it is done only where others have time to look. */
    private void publish() {
        visibility.show(progress.snapshot());
        history.changed();
    }

    private static Instant now() {
        return Instant.ofEpochMilli(Workflow.currentTimeMillis());
    }
}
