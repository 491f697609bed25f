package dev.holdfast.workflows;

import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.SandboxActivities.AcquireRequest;
import dev.holdfast.workflows.SandboxActivities.CollectRequest;
import dev.holdfast.workflows.SandboxActivities.ReleaseRequest;
import dev.holdfast.workflows.SandboxActivities.StageRequest;
import io.temporal.activity.ActivityOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The order of things. Everything that touches the world is an activity. */
public final class TaskWorkflowImpl implements TaskWorkflow {
    private final TaskRequest request;
    private final TaskProgress progress;
    private final HistoryProjection history;
    private @Nullable CancellationScope work;
    private @Nullable Verdict interruption;

    @WorkflowInit
    public TaskWorkflowImpl(TaskRequest request) {
        this.request = request;
        this.progress = new TaskProgress(request, now());
        this.history = new HistoryProjection(request, progress);
    }

    @Override
    public TaskResult run(TaskRequest same) {
        Workflow.upsertTypedSearchAttributes(
                SearchAttributes.PROJECT.valueSet(request.spec().project().value()),
                SearchAttributes.STATE.valueSet(progress.state().json()));
        history.changed();
        work = Workflow.newCancellationScope(this::reserveAndUse);
        if (interruption != null) {
            work.cancel(interruption.reason());
        }
        startTaskTimer();
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
        Verdict cancelled = Verdict.cancelled(cancel.reason());
        interrupt(cancelled);
        // Once the steps have ended only their artifacts are given up: how they ended stays.
        stopWork(cancelled);
    }

    @Override
    public TaskResult state() {
        return progress.snapshot();
    }

    private void reserveAndUse() {
        Reservation reservation = activities(ActivityPolicies.reserve()).reserve(request);
        progress.reserved(reservation);
        enter(TaskState.ACQUIRING, "host " + reservation.host() + " has room");
        Sandbox sandbox =
                activities(ActivityPolicies.acquire(reservation)).acquire(new AcquireRequest(request, reservation));
        progress.acquired(sandbox);
        if (!request.spec().files().isEmpty()) {
            enter(TaskState.STAGING, "the sandbox is ready");
            activities(ActivityPolicies.stage(reservation)).stage(new StageRequest(request, reservation, sandbox));
        }
        enter(TaskState.RUNNING, "everything is in place");
        runSteps(new StepRunner(request, reservation, sandbox));
        if (interruption != null) {
            return;
        }
        enter(TaskState.COLLECTING, "the steps have ended");
        progress.collected(activities(ActivityPolicies.collect(reservation))
                .collect(new CollectRequest(request, reservation, sandbox)));
    }

    private void runSteps(StepRunner runner) {
        List<StepSpec> steps = request.spec().steps();
        StepResult last = null;
        for (int number = 0; number < steps.size(); number++) {
            StepSpec step = steps.get(number);
            last = runner.run(number, step, () -> interruption);
            progress.ended(last);
            history.changed();
            if (!last.succeeded() && (!step.continueOnFailure() || interruption != null)) {
                progress.decide(interruption == null ? Verdict.of(last) : interruption.decidedBy(last));
                return;
            }
        }
        progress.decide(Verdict.succeeded(last));
    }

    /** A sandbox may be there even when acquiring it was never answered, so only the reservation counts. */
    private void giveBack() {
        Reservation reservation = progress.reservation();
        Receipt receipt = Receipt.NOTHING_TO_CLEAN;
        if (reservation != null) {
            enter(TaskState.RELEASING, decided().reason());
            try {
                receipt = activities(ActivityPolicies.release(reservation))
                        .release(new ReleaseRequest(request.taskId(), reservation));
            } catch (ActivityFailure failure) {
                receipt = new Receipt(
                        Receipt.State.FAILED,
                        null,
                        now(),
                        List.of(),
                        List.of("not verified: "
                                + ActivityErrors.verdict(failure).reason()));
            }
        }
        progress.released(receipt);
        boolean clean = receipt.state() == Receipt.State.CLEAN;
        progress.enter(
                clean ? decided().end() : TaskState.CLEANUP_FAILED,
                now(),
                clean ? decided().reason() : decided().reason() + "; left behind: " + receipt.left());
        describeEnd();
        history.finish();
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
        if (interruption != null) {
            return interruption.during(progress.state());
        }
        return failure instanceof ActivityFailure activity && !(activity.getCause() instanceof CanceledFailure)
                ? ActivityErrors.verdict(activity)
                : Verdict.cancelled("cancelled").during(progress.state());
    }

    private void startTaskTimer() {
        Duration timeout = request.spec().timeout();
        if (timeout != null) {
            Workflow.newTimer(timeout)
                    .thenApply(elapsed -> interrupt(Verdict.timedOut("the task timed out after " + timeout)));
        }
    }

    private @Nullable Void interrupt(Verdict verdict) {
        if (interruption == null && progress.verdict() == null) {
            interruption = verdict;
            stopWork(verdict);
        }
        return null;
    }

    private void stopWork(Verdict verdict) {
        if (work != null) {
            work.cancel(verdict.reason());
        }
    }

    private void enter(TaskState state, String reason) {
        progress.enter(state, now(), reason);
        Workflow.upsertTypedSearchAttributes(SearchAttributes.STATE.valueSet(state.json()));
        history.changed();
    }

    private void describeEnd() {
        TaskResult result = progress.snapshot();
        Workflow.upsertTypedSearchAttributes(
                SearchAttributes.STATE.valueSet(result.state().json()));
        if (result.exitCode() != null) {
            Workflow.upsertTypedSearchAttributes(
                    SearchAttributes.EXIT_CODE.valueSet(result.exitCode().longValue()));
        }
        Workflow.setCurrentDetails(result.state().json() + ": " + result.reason());
    }

    private static SandboxActivities activities(ActivityOptions options) {
        return Workflow.newActivityStub(SandboxActivities.class, options);
    }

    private static Instant now() {
        return Instant.ofEpochMilli(Workflow.currentTimeMillis());
    }
}
