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
    private static final int EXCERPT_BUDGET = 96 * 1024;
    private static final int MOST_EXCERPT = 4096;

    private final TaskRequest task;
    private final Reservation reservation;
    private final Sandbox sandbox;
    private final int excerptBytes;

    /** The steps of a task share the space that excerpts of their output may take in a payload. */
    StepRunner(TaskRequest task, Reservation reservation, Sandbox sandbox) {
        this.task = task;
        this.reservation = reservation;
        this.sandbox = sandbox;
        this.excerptBytes = Math.min(
                MOST_EXCERPT,
                EXCERPT_BUDGET / (4 * Math.max(1, task.spec().steps().size())));
    }

    StepResult run(int number, StepSpec step, Supplier<@Nullable Verdict> interruption) {
        StepResult result = attempt(request(number, 1, step), interruption);
        for (int attempt = 2; attempt <= step.retries() + 1 && mayRetry(result, interruption); attempt++) {
            result = attempt(request(number, attempt, step), interruption);
        }
        return result;
    }

    private static boolean mayRetry(StepResult result, Supplier<@Nullable Verdict> interruption) {
        return !result.succeeded() && interruption.get() == null;
    }

    private StepResult attempt(RunStepRequest run, Supplier<@Nullable Verdict> interruption) {
        try {
            return Workflow.newActivityStub(SandboxActivities.class, ActivityPolicies.runStep(reservation, run.step()))
                    .runStep(run);
        } catch (ActivityFailure failure) {
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

    private RunStepRequest request(int number, int attempt, StepSpec step) {
        return new RunStepRequest(
                task.taskId(),
                reservation,
                sandbox,
                "s" + (number + 1) + "-a" + attempt,
                attempt,
                step,
                task.spec().env(),
                task.spec().project(),
                task.requestedBy(),
                task.spec().secrets(),
                excerptBytes);
    }
}
