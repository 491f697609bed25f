package dev.holdfast.workflows;

import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.SandboxActivities.RunStepRequest;
import dev.holdfast.workflows.SandboxActivities.StopStepRequest;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
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

    /** A step of the spec. */
    StepResult run(int number, StepSpec step, Supplier<@Nullable Verdict> interruption) {
        return run(steps.key(number), step, interruption);
    }

    /** A step that came later. Named by its caller, because who asks first is not sure before it is in the history. */
    StepResult runNamed(StepSpec step, Supplier<@Nullable Verdict> interruption) {
        return run("o-" + step.name(), step, interruption);
    }

    private StepResult run(String key, StepSpec step, Supplier<@Nullable Verdict> interruption) {
        StepResult result = attempt(steps.attempt(key, 1, step), interruption);
        for (int attempt = 2; attempt <= step.retries() + 1 && mayRetry(result, interruption); attempt++) {
            result = attempt(steps.attempt(key, attempt, step), interruption);
        }
        return result;
    }

    private static boolean mayRetry(StepResult result, Supplier<@Nullable Verdict> interruption) {
        return !result.succeeded() && interruption.get() == null;
    }

    private StepResult attempt(RunStepRequest run, Supplier<@Nullable Verdict> interruption) {
        try {
            return activities.call(SandboxActivities::runStep, run, ActivityPolicies.runStep(reservation, run.step()));
        } catch (ActivityFailure failure) {
            if (ActivityErrors.hostLost(failure) && run.step().retries() > 0) {
                throw failure; // the task may be moved to another host
            }
            return failure.getCause() instanceof CanceledFailure
                    ? stop(run, interruption.get())
                    : LostSteps.result(run, ActivityErrors.verdict(failure).reason());
        }
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
