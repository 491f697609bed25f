package dev.holdfast.activities.task;

import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.ResourceUsage;
import dev.holdfast.contract.StepResult;
import dev.holdfast.workflows.SandboxActivities.RunStepRequest;

/** What is said of a step that was stopped before its command began. */
final class NeverStarted {
    private NeverStarted() {}

    static StepResult result(RunStepRequest run, boolean timedOut, String reason) {
        StepResult whole = new StepResult(
                String.valueOf(run.step().name()),
                run.step().command().argv(),
                timedOut ? OutcomeKind.TIMED_OUT : OutcomeKind.CANCELLED,
                null,
                null,
                reason,
                "",
                "",
                false,
                0,
                0,
                0,
                null,
                null,
                0,
                run.attempt(),
                ResourceUsage.UNKNOWN);
        return whole.within(run.excerptBytes());
    }
}
