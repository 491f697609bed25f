package dev.holdfast.workflows;

import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.SandboxActivities.Finished;
import dev.holdfast.workflows.SandboxActivities.Look;
import dev.holdfast.workflows.SandboxActivities.Looked;
import dev.holdfast.workflows.SandboxActivities.Staged;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Functions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The order of things. Everything that touches the world is an activity. */
public final class TaskWorkflowImpl implements TaskWorkflow {
    private final TaskRequest request;
    private final TaskProgress progress;
    private final HistoryProjection history;
    private final Visibility visibility;
    private final LocalFirst activities;
    private final HostWork work;
    private final @Nullable Continuation continuation;
    private final OpenWork open;
    private final Interruption interruption;
    private boolean answered;
    private boolean ready;

    @WorkflowInit
    public TaskWorkflowImpl(TaskRequest request) {
        this.request = request.plain();
        this.continuation = request.continuation();
        this.open = new OpenWork(request.spec().open(), continuation);
        if (request.spec().open() != null) {
            request.spec().steps().forEach(open::remember);
        }
        this.progress = new TaskProgress(request, accepted());
        this.interruption = new Interruption(request.spec(), progress);
        this.history = new HistoryProjection(this.request, progress);
        this.visibility = new Visibility(request.spec().project());
        this.activities = new LocalFirst(ActivityPolicies.atOnce(request.spec().timeout()), this::takesLonger);
        this.work = new HostWork(this.request, progress, interruption, activities, this::publish);
    }

    @Override
    public TaskResult run(TaskRequest same) {
        requireSmallSpec();
        CancellationScope scope = Workflow.newCancellationScope(() -> {
            // It may have been cancelled, or have waited too long, before a worker had time for it.
            CancellationScope.throwCanceled();
            if (continuation == null) {
                goOn(work.begin());
            } else {
                interruption.startTimers(null);
                goOn(false);
            }
        });
        interruption.stops(scope);
        interruption.endIfItsTimeIsOver(null);
        try {
            scope.run();
        } catch (ActivityFailure | CanceledFailure failure) {
            Workflow.newDetachedCancellationScope(() -> {
                        if (!work.endedUnheard()) {
                            new BrokenOff(progress, interruption).by(failure, ready);
                        }
                    })
                    .run();
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
        open.requireStep(Asked.step(asked), progress);
    }

    @Override
    public StepResult step(StepRequest asked) {
        return open.run(asked.step(), progress, this::runOne);
    }

    @Override
    public void checkFiles(FilesRequest asked) {
        open.requireRoomInItsRun();
        Asked.files(request, asked);
        PayloadRoom.require("what is brought in at once", asked);
    }

    @Override
    public Staged files(FilesRequest asked) {
        TaskRequest withFiles = Asked.files(request, asked);
        return open.ask(() -> work.stage(withFiles));
    }

    @Override
    public void checkLook(Look asked) {
        open.requireRoomInItsRun();
        PayloadRoom.require("a look", Asked.look(asked));
    }

    @Override
    public Looked look(Look asked) {
        open.used();
        Workflow.await(() -> progress.sandbox() != null || open.over());
        if (open.over()) {
            throw OpenWork.tooLate();
        }
        try {
            return work.look(asked);
        } catch (ActivityFailure failure) {
            // What is in hand will hear by itself whether its host is lost.
            if (ready && !open.inHand() && progress.verdict() == null && OpenWork.endsWith(failure)) {
                Verdict lost = ActivityErrors.verdict(failure);
                progress.decide(lost);
                open.close(lost.reason());
            }
            throw failure;
        }
    }

    @Override
    public void checkClose(CloseRequest asked) {
        if (request.spec().open() == null) {
            open.requireOpen();
        }
    }

    @Override
    public TaskResult close(CloseRequest asked) {
        open.close(Asked.why(asked));
        Workflow.await(() -> answered);
        return progress.snapshot();
    }

    @Override
    public TaskResult state() {
        return progress.snapshot();
    }

    /** The API asks before; who starts the workflow straight through Temporal is told here, before there is a sandbox. */
    private void requireSmallSpec() {
        if (continuation != null) {
            return;
        }
        try {
            PayloadRoom.require(request);
        } catch (ApplicationFailure tooLarge) {
            if (Workflow.getVersion("small-spec", Workflow.DEFAULT_VERSION, 1) == 1) {
                throw tooLarge;
            }
        }
    }

    /**
     * What comes after the steps of the spec.
     *
     * @param collected artifacts are there already
     */
    private void goOn(boolean collected) {
        if (progress.verdict() == null) {
            ready = true;
            publish();
        }
        while (progress.verdict() == null) {
            takeOne();
        }
        if (!collected) {
            collect();
        }
    }

    /** A step may have ended well in the moment in which it was to be stopped. */
    private void collect() {
        Verdict interrupted = interruption.verdict();
        if (interrupted == null) {
            progress.enter(TaskState.COLLECTING, now(), ready ? open.closing() : HostWork.STEPS_ENDED);
            progress.collected(work.collect());
        } else if (progress.decided().end() != interrupted.end()) {
            progress.warn("nothing was collected: " + interrupted.reason());
        }
    }

    private void takeOne() {
        Functions.Proc next = open.next(this::goOnInANewRun);
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
        StepResult result = work.runNamed(step);
        history.changesSoon();
        return result;
    }

    private void goOnInANewRun() {
        if (open.leavesItsRun(history::settle)) {
            Workflow.continueAsNew(request.continuedBy(progress.continuation(open.asked())));
        }
    }

    /** A sandbox may be there even when acquiring it was never answered, so only the reservation counts. */
    private void giveBack() {
        open.end();
        Reservation reservation = progress.reservation();
        GivenBack given = GivenBack.of(progress.decided(), new Finished(Receipt.NOTHING_TO_CLEAN, null));
        if (reservation != null) {
            progress.enter(
                    TaskState.RELEASING, work.endedAt(), progress.decided().reason());
            // Who waits for the result need not wait for the sandbox to be gone.
            answered = true;
            given = release(reservation);
        }
        Instant endedAt = given.endedAt();
        progress.released(given.receipt());
        progress.enter(
                given.end(),
                endedAt == null ? now() : endedAt,
                LastChange.reason(progress.decided().reason(), given.receipt()));
        answered = true;
        visibility.show(progress.snapshot());
        if (endedAt == null) {
            history.finish();
        }
        Workflow.await(Workflow::isEveryHandlerFinished);
    }

    private GivenBack release(Reservation reservation) {
        try {
            boolean answersLater = request.spec().open() != null;
            return GivenBack.of(
                    progress.decided(),
                    activities.release(
                            request.taskId(),
                            reservation,
                            history.entry(),
                            progress.decided().end(),
                            answersLater));
        } catch (ActivityFailure failure) {
            return GivenBack.unverified(progress.decided(), failure, now());
        }
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

    /** Not when a worker first had time for it. */
    private static Instant accepted() {
        return Instant.ofEpochMilli(Workflow.getInfo().getRunStartedTimestampMillis());
    }

    private static Instant now() {
        return Instant.ofEpochMilli(Workflow.currentTimeMillis());
    }
}
