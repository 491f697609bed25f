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
    private final LocalFirst activities;
    private final int place;
    private final int excerptBytes;

    /** The steps of a task share the space that excerpts of their output may take in a payload. */
    StepRunner(TaskRequest task, Reservation reservation, Sandbox sandbox, int place, LocalFirst activities) {
        this.task = task;
        this.reservation = reservation;
        this.sandbox = sandbox;
        this.place = place;
        this.activities = activities;
        this.excerptBytes = task.spec().open() != null
                ? MOST_EXCERPT // the task keeps that of the last few only
                : Math.min(
                        MOST_EXCERPT,
                        EXCERPT_BUDGET / (4 * Math.max(1, task.spec().steps().size())));
    }

    /** A step of the spec. */
    StepResult run(int number, StepSpec step, Supplier<@Nullable Verdict> interruption) {
        // What was begun on a host that is gone has a log of its own.
        String prefix = place == 1 ? "s" : "p" + place + "-s";
        return run(prefix + (number + 1), step, interruption);
    }

    /** A step that came later. Named by its caller, because who asks first is not sure before it is in the history. */
    StepResult runNamed(StepSpec step, Supplier<@Nullable Verdict> interruption) {
        return run("o-" + step.name(), step, interruption);
    }

    private StepResult run(String prefix, StepSpec step, Supplier<@Nullable Verdict> interruption) {
        StepResult result = attempt(request(prefix, 1, step), interruption);
        for (int attempt = 2; attempt <= step.retries() + 1 && mayRetry(result, interruption); attempt++) {
            result = attempt(request(prefix, attempt, step), interruption);
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

    private RunStepRequest request(String prefix, int attempt, StepSpec step) {
        return new RunStepRequest(
                task.taskId(),
                reservation,
                sandbox,
                prefix + "-a" + attempt,
                attempt,
                step,
                task.spec().env(),
                task.spec().project(),
                task.requestedBy(),
                task.spec().secrets(),
                excerptBytes);
    }
}
