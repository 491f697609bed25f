package dev.holdfast.workflows;

import dev.holdfast.contract.OpenSpec;
import dev.holdfast.contract.TaskSpec;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What ends a task early: its caller, its timeout, its lifetime. The first word stands. */
final class Interruption {
    private final TaskProgress progress;
    private @Nullable CancellationScope work;
    private @Nullable Verdict verdict;

    Interruption(TaskProgress progress) {
        this.progress = progress;
    }

    /** What is to be stopped. A task may be cancelled before it has begun. */
    void stops(CancellationScope scope) {
        work = scope;
        if (verdict != null) {
            scope.cancel(verdict.reason());
        }
    }

    void startTimers(TaskSpec spec) {
        OpenSpec open = spec.open();
        if (open != null) {
            after(open.lifetime(), "its lifetime of " + open.lifetime() + " is over");
        }
        Duration timeout = spec.timeout();
        if (timeout != null) {
            after(timeout, "the task timed out after " + timeout);
        }
    }

    /** Counted from the task's acceptance, which may be long before a worker had time for it, or in an earlier run. */
    private void after(Duration time, String reason) {
        Verdict over = Verdict.timedOut(reason);
        long left = time.toMillis()
                - (Workflow.currentTimeMillis() - progress.createdAt().toEpochMilli());
        if (left <= 0) {
            interrupt(over);
        } else {
            Workflow.newTimer(Duration.ofMillis(left)).thenApply(fired -> interrupt(over));
        }
    }

    void cancel(CancelRequest request) {
        Verdict cancelled = Verdict.cancelled(request.reason());
        interrupt(cancelled);
        // Once the steps have ended only their artifacts are given up: how they ended stays.
        stopWork(cancelled);
    }

    private @Nullable Void interrupt(Verdict by) {
        if (verdict == null && progress.verdict() == null) {
            verdict = by;
            stopWork(by);
        }
        return null;
    }

    private void stopWork(Verdict by) {
        if (work != null) {
            work.cancel(by.reason());
        }
    }

    @Nullable Verdict verdict() {
        return verdict;
    }

    boolean happened() {
        return verdict != null;
    }
}
