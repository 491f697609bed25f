package dev.holdfast.workflows;

import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the row of the task up to date beside the work: at most one write is under way, the newest state is written
 * next, and a database that is away delays nothing but the very end.
 */
final class HistoryProjection {
    private final TaskRequest request;
    private final TaskProgress progress;
    private final HistoryActivities beside =
            Workflow.newLocalActivityStub(HistoryActivities.class, ActivityPolicies.recordProgress());
    private final HistoryActivities atTheEnd =
            Workflow.newActivityStub(HistoryActivities.class, ActivityPolicies.recordEnd());
    private @Nullable Promise<Void> writing;

    HistoryProjection(TaskRequest request, TaskProgress progress) {
        this.request = request;
        this.progress = progress;
    }

    void changed() {
        if (writing == null || writing.isCompleted()) {
            writing = Async.procedure(beside::record, entry());
        }
    }

    /** Returns when the row says how the task ended. */
    void finish() {
        atTheEnd.record(entry());
    }

    private HistoryActivities.HistoryEntry entry() {
        return new HistoryActivities.HistoryEntry(request, progress.version(), progress.snapshot());
    }
}
