package dev.holdfast.workflows;

import dev.holdfast.contract.JsonText;
import dev.holdfast.contract.Outcome;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a task ends and why.
 *
 * @param outcome of the step that decided it; absent when no step did
 * @param errorCode what the platform could not do; absent when it did all it should
 */
record Verdict(
        TaskState end,
        @Nullable OutcomeKind outcome,
        @Nullable Integer exitCode,
        String reason,
        @Nullable String errorCode) {

    Verdict {
        // Whoever cancels a task straight through Temporal may say anything, or nothing.
        reason = JsonText.shortened(reason == null ? "" : reason, PayloadRoom.WORDS);
    }

    /** All of its steps have ended, and those that failed were allowed to. */
    static Verdict succeeded(List<StepResult> steps) {
        return succeeded(steps.isEmpty() ? null : steps.get(steps.size() - 1), whySucceeded(steps));
    }

    private static String whySucceeded(List<StepResult> steps) {
        long failed = steps.stream().filter(step -> !step.succeeded()).count();
        if (failed > 0) {
            return failed == 1 ? "1 step failed and was allowed to" : failed + " steps failed and were allowed to";
        }
        return steps.isEmpty() ? "no steps were asked for" : "every step succeeded";
    }

    /** A step that did not succeed, in the words of its outcome. */
    static Verdict of(StepResult step) {
        String name = step.name();
        return switch (step.ending()) {
            case Outcome.Exited e ->
                new Verdict(TaskState.FAILED, step.outcome(), e.code(), name + " exited with " + e.code(), null);
            case Outcome.TimedOut t ->
                new Verdict(TaskState.TIMED_OUT, step.outcome(), step.exitCode(), name + " " + t.limit(), null);
            case Outcome.OomKilled o ->
                new Verdict(TaskState.FAILED, step.outcome(), step.exitCode(), name + ": " + o.reason(), null);
            case Outcome.DiskFull d ->
                new Verdict(TaskState.FAILED, step.outcome(), step.exitCode(), name + ": " + d.reason(), null);
            case Outcome.OutputLimit o ->
                new Verdict(TaskState.FAILED, step.outcome(), step.exitCode(), name + ": " + o.reason(), null);
            case Outcome.Cancelled c ->
                new Verdict(TaskState.CANCELLED, step.outcome(), step.exitCode(), c.reason(), null);
            case Outcome.Lost l ->
                new Verdict(TaskState.LOST, step.outcome(), step.exitCode(), name + ": " + l.reason(), "step_lost");
        };
    }

    /** An open task that was closed: what its steps returned is its caller's business. */
    static Verdict closed(@Nullable StepResult last, String reason) {
        return succeeded(last, reason);
    }

    private static Verdict succeeded(@Nullable StepResult last, String reason) {
        return new Verdict(
                TaskState.SUCCEEDED,
                last == null ? null : last.outcome(),
                last == null ? null : last.exitCode(),
                reason,
                null);
    }

    static Verdict timedOut(String reason) {
        return new Verdict(TaskState.TIMED_OUT, OutcomeKind.TIMED_OUT, null, reason, null);
    }

    static Verdict cancelled(String reason) {
        return new Verdict(TaskState.CANCELLED, OutcomeKind.CANCELLED, null, reason, null);
    }

    static Verdict lost(String reason, String errorCode) {
        return new Verdict(TaskState.LOST, OutcomeKind.LOST, null, reason, errorCode);
    }

    static Verdict failed(String reason, String errorCode) {
        return new Verdict(TaskState.FAILED, null, null, reason, errorCode);
    }

    /** Because nobody answers for the sandbox's host. */
    boolean hostLost() {
        return ActivityErrors.HOST_LOST.equals(errorCode);
    }

    /** The same, saying what the task was doing. */
    Verdict during(TaskState state) {
        return new Verdict(end, outcome, exitCode, reason + " while " + state.json(), errorCode);
    }

    /** An interruption whose step still told how it ended. */
    Verdict decidedBy(StepResult step) {
        return new Verdict(end, outcome, step.exitCode(), reason + " while running " + step.name(), errorCode);
    }
}
