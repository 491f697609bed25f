package dev.holdfast.workflows;

import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.ResourceUsage;
import dev.holdfast.contract.StepResult;
import dev.holdfast.workflows.SandboxActivities.RunStepRequest;

/** What is said of a step whose end could not be learnt. */
final class LostSteps {
    private LostSteps() {}

    static StepResult result(RunStepRequest run, String reason) {
        return new StepResult(
                String.valueOf(run.step().name()),
                run.step().command().argv(),
                OutcomeKind.LOST,
                null,
                null,
                reason,
                "",
                "",
                true,
                0,
                0,
                0,
                null,
                null,
                0,
                run.attempt(),
                ResourceUsage.UNKNOWN);
    }
}
