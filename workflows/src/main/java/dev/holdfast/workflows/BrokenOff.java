package dev.holdfast.workflows;

import dev.holdfast.contract.TaskState;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.CanceledFailure;

/** How a task ends whose work was broken off, by a failure or by who interrupted it. */
final class BrokenOff {
    private final TaskProgress progress;
    private final Interruption interruption;

    BrokenOff(TaskProgress progress, Interruption interruption) {
        this.progress = progress;
        this.interruption = interruption;
    }

    /**
     * What fails after the steps have ended does not change how they ended.
     *
     * @param ready it was open, and callers had steps run in it
     */
    void by(RuntimeException failure, boolean ready) {
        Verdict verdict = verdictOf(failure);
        if (progress.verdict() != null) {
            String cutOff = interruption.cutOff();
            String how = cutOff == null ? " failed: " + verdict.reason() : " was cut off: " + cutOff;
            progress.warn(progress.state().json() + how);
        }
        if (ready && closedOnALostHost(failure)) {
            progress.overrule(verdict);
        }
        progress.decide(verdict);
    }

    /** Nobody had noticed before it was closed; what its callers had in the workspace is gone. */
    private boolean closedOnALostHost(RuntimeException failure) {
        return progress.decided().end() == TaskState.SUCCEEDED
                && failure instanceof ActivityFailure activity
                && ActivityErrors.hostLost(activity);
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
}
