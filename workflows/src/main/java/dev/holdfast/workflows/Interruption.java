package dev.holdfast.workflows;

import dev.holdfast.contract.OpenSpec;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What ends a task early: its caller, its timeout, its lifetime. The first word stands. */
final class Interruption {
    private final TaskSpec spec;
    private final TaskProgress progress;
    private boolean timed;
    private @Nullable CancellationScope work;
    private @Nullable Verdict verdict;
    private @Nullable String cutOff;

    Interruption(TaskSpec spec, TaskProgress progress) {
        this.spec = spec;
        this.progress = progress;
    }

    /** What is to be stopped. A task may be cancelled before it has begun, or by Temporal itself. */
    void stops(CancellationScope scope) {
        work = scope;
        scope.getCancellationRequest().thenApply(this::cancelled);
        if (verdict != null) {
            scope.cancel(verdict.reason());
        }
    }

    /** Once; a timer counts from when the server hears of it, so they are started when the first work is done. */
    void startTimers(@Nullable Instant seen) {
        if (!timed) {
            timed = true;
            limits().forEach(limit -> {
                long left = left(limit, seen);
                if (left > 0) {
                    Workflow.newTimer(Duration.ofMillis(left)).thenApply(over -> end(limit));
                }
            });
            endIfItsTimeIsOver(seen);
        }
    }

    /** @param seen a time that somebody saw, if it is later than the workflow's own */
    void endIfItsTimeIsOver(@Nullable Instant seen) {
        limits().stream().filter(limit -> left(limit, seen) <= 0).forEach(limit -> interrupt(limit.verdict()));
    }

    private List<Limit> limits() {
        List<Limit> limits = new ArrayList<>();
        OpenSpec open = spec.open();
        if (open != null) {
            limits.add(new Limit(open.lifetime(), "its lifetime of " + open.lifetime() + " is over"));
        }
        Duration timeout = spec.timeout();
        if (timeout != null) {
            limits.add(new Limit(timeout, "the task timed out after " + timeout));
        }
        return limits;
    }

    /** Counted from the task's acceptance, which may be long before a worker had time for it, or in an earlier run. */
    private long left(Limit limit, @Nullable Instant seen) {
        long now = Math.max(Workflow.currentTimeMillis(), seen == null ? 0 : seen.toEpochMilli());
        return limit.time().toMillis() - (now - progress.createdAt().toEpochMilli());
    }

    private record Limit(Duration time, String reason) {
        Verdict verdict() {
            return Verdict.timedOut(reason);
        }
    }

    void cancel(CancelRequest request) {
        String why = Asked.why(request);
        cancelled(why);
        stopWork(Verdict.cancelled(why));
    }

    /** Once the steps have ended only their artifacts are given up: how they ended stays. */
    private @Nullable Void cancelled(@Nullable String reason) {
        Verdict cancelled = Verdict.cancelled(reason == null || reason.isBlank() ? "cancelled" : reason);
        interrupt(cancelled);
        if (verdict == null && cutOff == null) {
            cutOff = cancelled.reason();
        }
        return null;
    }

    private @Nullable Void end(Limit limit) {
        interrupt(limit.verdict());
        if (verdict == null && progress.state() == TaskState.COLLECTING && endsCollecting()) {
            cutOff = limit.reason();
            stopWork(limit.verdict());
        }
        return null;
    }

    /** Older tasks collected for as long as that took. */
    private static boolean endsCollecting() {
        return Workflow.getVersion("timeout-ends-collecting", Workflow.DEFAULT_VERSION, 1) == 1;
    }

    private void interrupt(Verdict by) {
        if (verdict == null && progress.verdict() == null) {
            verdict = by;
            stopWork(by);
        }
    }

    private void stopWork(Verdict by) {
        if (work != null) {
            work.cancel(by.reason());
        }
    }

    @Nullable Verdict verdict() {
        return verdict;
    }

    /** Why artifacts are collected no longer, though how the steps ended stays; null while they may be. */
    @Nullable String cutOff() {
        return cutOff;
    }

    boolean happened() {
        return verdict != null;
    }
}
