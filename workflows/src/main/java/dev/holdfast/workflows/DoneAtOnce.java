package dev.holdfast.workflows;

import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import dev.holdfast.workflows.SandboxActivities.BeginRequest;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a task that was done at once went: the same for its worker, which tells whoever waits for it, and for its workflow,
 * which hears of it a moment later.
 */
public final class DoneAtOnce {
    private DoneAtOnce() {}

    /** The task's row before its sandbox is given back; empty while anything is left to do, or was done before. */
    public static Optional<HistoryEntry> row(BeginRequest request, Begun begun) {
        Instant stopped = begun.stopped();
        if (request.accepted() == null || request.place() != 1 || !begun.whole() || stopped == null) {
            return Optional.empty();
        }
        TaskProgress progress = new TaskProgress(request.task(), request.accepted());
        goThrough(progress, request.task(), begun);
        progress.enter(
                TaskState.RELEASING,
                stopped,
                Objects.requireNonNull(progress.verdict()).reason());
        return Optional.of(new HistoryEntry(request.task(), progress.version(), progress.snapshot()));
    }

    /** The row when the sandbox was given back too, after {@link #row} was written. */
    public static HistoryEntry lastRow(HistoryEntry releasing, Begun begun, Receipt receipt, Instant now) {
        Verdict verdict = verdict(releasing.request().spec().steps(), begun.steps());
        return LastChange.row(releasing, verdict.end(), receipt, now);
    }

    static void goThrough(TaskProgress progress, TaskRequest request, Begun begun) {
        Reservation reservation = Objects.requireNonNull(begun.reservation());
        progress.reserved(reservation);
        enter(progress, TaskState.ACQUIRING, begun, HostWork.hasRoom(reservation));
        progress.acquired(Objects.requireNonNull(begun.sandbox()));
        if (!request.spec().files().isEmpty()) {
            enter(progress, TaskState.STAGING, begun, HostWork.SANDBOX_READY);
            if (begun.staged() != null) {
                begun.staged().warnings().forEach(progress::warn);
            }
        }
        enter(progress, TaskState.RUNNING, begun, HostWork.IN_PLACE);
        begun.steps().forEach(progress::ended);
        progress.decide(verdict(request.spec().steps(), begun.steps()));
        enter(progress, TaskState.COLLECTING, begun, HostWork.STEPS_ENDED);
        progress.collected(Objects.requireNonNull(begun.collected()));
    }

    /** Whether none is left to run. */
    static boolean allEnded(List<StepSpec> specs, List<StepResult> steps) {
        return steps.size() == specs.size() || endsTheTask(specs, steps);
    }

    static Verdict verdict(List<StepSpec> specs, List<StepResult> steps) {
        return endsTheTask(specs, steps) ? Verdict.of(steps.get(steps.size() - 1)) : Verdict.succeeded(steps);
    }

    /** The last one failed, and those behind it are not run. */
    private static boolean endsTheTask(List<StepSpec> specs, List<StepResult> steps) {
        int last = steps.size() - 1;
        return last >= 0 && endsTheTask(specs.get(last), steps.get(last));
    }

    /** A step may be allowed to fail, but nobody can say that one whose end is not known did no more than that. */
    static boolean endsTheTask(StepSpec step, StepResult result) {
        return !result.succeeded() && (!step.continueOnFailure() || result.outcome() == OutcomeKind.LOST);
    }

    static void enter(TaskProgress progress, TaskState state, Begun begun, String reason) {
        Instant since = begun.since().get(state);
        progress.enter(state, since == null ? progress.lastChange() : since, reason);
    }
}
