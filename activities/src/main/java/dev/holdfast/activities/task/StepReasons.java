package dev.holdfast.activities.task;

import dev.holdfast.activities.sandbox.StepRecord;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.SandboxActivities.RunStepRequest;
import org.jspecify.annotations.Nullable;

/** Why a step ended as it did, in words that name the limit it met. */
final class StepReasons {
    private StepReasons() {}

    static @Nullable String of(RunStepRequest run, OutcomeKind outcome, StepRecord ended) {
        Reservation reservation = run.reservation();
        StepSpec step = run.step();
        return switch (outcome) {
            case TIMED_OUT -> "timed out after " + reservation.timeoutOf(step);
            case OUTPUT_LIMIT -> "wrote more than its output limit of " + reservation.outputLimitOf(step);
            case OOM_KILLED ->
                ended.reason() + "; its memory limit is " + reservation.limits().memory();
            case DISK_FULL ->
                ended.reason() + "; its workspace limit is "
                        + reservation.limits().workspace();
            case EXITED, CANCELLED, LOST -> ended.reason();
        };
    }
}
