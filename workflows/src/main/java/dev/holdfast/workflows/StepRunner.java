package dev.holdfast.workflows;

import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.SandboxActivities.RunStepRequest;
import dev.holdfast.workflows.SandboxActivities.StopStepRequest;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs one step to its end, again where its owner allows it, and stops it when the task is interrupted. */
final class StepRunner {
    private final Reservation reservation;
    private final SpecSteps steps;
    private final LocalFirst activities;

    StepRunner(Reservation reservation, SpecSteps steps, LocalFirst activities) {
        this.reservation = reservation;
        this.steps = steps;
        this.activities = activities;
    }

    /**
     * A step of the spec. When its host is lost and it may be run again that is thrown: the task may move. Thrown is also
     * why it was refused, when no attempt was begun.
     */
    StepResult run(int number, StepSpec step, Supplier<@Nullable Verdict> interruption) {
        return run(attempt -> steps.attempt(number, attempt), step, interruption, failure -> false);
    }

    /** A step that came later. */
    StepResult runNamed(StepSpec step, Supplier<@Nullable Verdict> interruption) {
        return run(attempt -> steps.attempt(step, attempt), step, interruption, OpenWork::endsWith);
    }

    private StepResult run(
            IntFunction<RunStepRequest> runs,
            StepSpec step,
            Supplier<@Nullable Verdict> interruption,
            Predicate<ActivityFailure> endsTheTask) {
        StepResult result = null;
        for (int attempt = 1; ; attempt++) {
            RunStepRequest run = runs.apply(attempt);
            try {
                result = attempt(run, interruption);
                if (attempt > step.retries() || !mayRetry(result, interruption)) {
                    return result;
                }
            } catch (ActivityFailure failure) {
                if (result != null && ActivityErrors.refusal(failure).isPresent()) {
                    return result; // how the last attempt that was begun ended is how the step ended
                }
                if (!endsTheTask.test(failure)) {
                    throw failure;
                }
                return LostSteps.result(run, ActivityErrors.verdict(failure).reason());
            }
        }
    }

    private static boolean mayRetry(StepResult result, Supplier<@Nullable Verdict> interruption) {
        return !result.succeeded() && interruption.get() == null;
    }

    /** An older worker returns more than the task has room for. */
    private StepResult attempt(RunStepRequest run, Supplier<@Nullable Verdict> interruption) {
        return ended(run, interruption).within(run.excerptBytes());
    }

    private StepResult ended(RunStepRequest run, Supplier<@Nullable Verdict> interruption) {
        try {
            return activities.call(SandboxActivities::runStep, run, ActivityPolicies.runStep(reservation, run.step()));
        } catch (ActivityFailure failure) {
            if (ActivityErrors.hostLost(failure) && run.step().retries() > 0) {
                throw failure; // another attempt there would not be answered either
            }
            if (failure.getCause() instanceof CanceledFailure) {
                return stop(run, interruption.get());
            }
            if (neverBegun(run, failure)) {
                throw failure;
            }
            return LostSteps.result(run, ActivityErrors.verdict(failure).reason());
        }
    }

    /** The sandbox is asked: who refuses an attempt need not know whether an earlier one was begun. */
    private boolean neverBegun(RunStepRequest run, ActivityFailure failure) {
        if (ActivityErrors.refusal(failure).isEmpty()
                || Workflow.getVersion("refused-steps", Workflow.DEFAULT_VERSION, 1) != 1) {
            return false;
        }
        StepResult stopped =
                stop(run, Verdict.cancelled(ActivityErrors.verdict(failure).reason()));
        return stopped.outcome() == OutcomeKind.CANCELLED && stopped.startedAt() == null;
    }

    private StepResult stop(RunStepRequest run, @Nullable Verdict interruption) {
        boolean timedOut = interruption != null && interruption.end() == TaskState.TIMED_OUT;
        String reason = interruption == null ? "cancelled" : interruption.reason();
        SandboxActivities activities =
                Workflow.newActivityStub(SandboxActivities.class, ActivityPolicies.stopStep(reservation, run.step()));
        StepResult[] stopped = new StepResult[1];
        CancellationScope detached = Workflow.newDetachedCancellationScope(
                () -> stopped[0] = activities.stopStep(new StopStepRequest(run, timedOut, reason)));
        try {
            detached.run();
            return stopped[0];
        } catch (ActivityFailure failure) {
            return LostSteps.result(run, ActivityErrors.verdict(failure).reason());
        }
    }
}
