package dev.holdfast.workflows;

import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/**
 * Keeps the row of the task up to date beside the work: at most one write is under way, the newest state is written
 * next, and a database that is away delays nothing but the very end.
 */
final class HistoryProjection {
    private static final Duration MOMENT = Duration.ofMillis(500);

    private final TaskRequest request;
    private final TaskProgress progress;
    private final HistoryActivities beside =
            Workflow.newLocalActivityStub(HistoryActivities.class, ActivityPolicies.recordProgress());
    private final HistoryActivities atTheEnd =
            Workflow.newActivityStub(HistoryActivities.class, ActivityPolicies.recordEnd());
    private boolean writing;
    private boolean stale;
    private boolean soon;

    HistoryProjection(TaskRequest request, TaskProgress progress) {
        this.request = request;
        this.progress = progress;
    }

    void changed() {
        stale = true;
        if (!writing) {
            write();
        }
    }

    /** For what happens often: written with whatever else happens in the next moment, so that nobody waits for it. */
    void changesSoon() {
        if (!soon) {
            soon = true;
            Workflow.newTimer(MOMENT).handle((over, cancelled) -> {
                soon = false;
                changed();
                return null;
            });
        }
    }

    private void write() {
        writing = true;
        stale = false;
        Async.procedure(beside::record, entry()).handle((done, failure) -> {
            writing = false;
            if (stale && failure == null) {
                write();
            }
            return null;
        });
    }

    /** Returns when nothing is being written. */
    void settle() {
        Workflow.await(() -> !writing);
    }

    /** Returns when the row says how the task ended. */
    void finish() {
        try {
            beside.record(entry());
        } catch (ActivityFailure notYet) {
            atTheEnd.record(entry());
        }
    }

    HistoryActivities.HistoryEntry entry() {
        return new HistoryActivities.HistoryEntry(request, progress.version(), progress.snapshot());
    }
}
