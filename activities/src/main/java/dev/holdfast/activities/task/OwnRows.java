package dev.holdfast.activities.task;

import dev.holdfast.activities.history.TaskHistory;
import dev.holdfast.contract.Receipt;
import dev.holdfast.workflows.AtOnce;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.DoneAtOnce;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import dev.holdfast.workflows.LastChange;
import dev.holdfast.workflows.SandboxActivities.BeginRequest;
import dev.holdfast.workflows.SandboxActivities.FinishRequest;
import dev.holdfast.workflows.SandboxActivities.Finished;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rows that the worker of a task writes itself, in the words that its workflow will find a moment later. */
final class OwnRows {
    private static final Logger log = LoggerFactory.getLogger(OwnRows.class);

    private static final String LATER = "the row of {} will be written later: {}";

    private final TaskHistory tasks;
    private final HistoryWriter rows;
    private final Release release;
    private final Listeners listeners;

    OwnRows(TaskHistory tasks, HistoryWriter rows, Release release, Listeners listeners) {
        this.tasks = tasks;
        this.rows = rows;
        this.release = release;
        this.listeners = listeners;
    }

    /**
     * What was done at once.
     *
     * @param row how the task ended, where that was written; its sandbox is still to be given back then
     */
    record Told(Begun begun, @Nullable HistoryEntry row) {}

    /** Who waits for the result need not wait for the workflow to hear of it. */
    Told tell(BeginRequest request, AtOnce atOnce) {
        Begun begun = atOnce.begin();
        try {
            Optional<HistoryEntry> row = atOnce.mayTell() ? DoneAtOnce.row(request, begun) : Optional.empty();
            if (row.isEmpty() || !tasks.recordDone(row.get(), begun)) {
                return new Told(begun, null);
            }
            listeners.tell(request.task().taskId(), row.get().task());
            return new Told(begun.asTold(), row.get());
        } catch (RuntimeException down) {
            log.warn(LATER, request.task().taskId(), down.getMessage());
            return new Told(begun, null);
        }
    }

    /** Giving a sandbox back to the pool takes no longer than being asked for it; removing one does. */
    Begun finish(BeginRequest request, Told told) {
        Begun begun = told.begun();
        HistoryEntry releasing = told.row();
        if (releasing == null) {
            return begun;
        }
        try {
            Function<Receipt, HistoryEntry> lastRow =
                    receipt -> DoneAtOnce.lastRow(releasing, begun, receipt, Objects.requireNonNull(receipt.at()));
            return release.toThePool(request.task(), begun, lastRow)
                    .map(receipt -> {
                        rows.recorded(lastRow.apply(receipt));
                        return begun.asFinished(new Finished(receipt, receipt.at()));
                    })
                    .orElse(begun);
        } catch (RuntimeException stillToBeDone) {
            log.warn("the sandbox of {} is given back later: {}", request.task().taskId(), stillToBeDone.getMessage());
            return begun;
        }
    }

    /** For a task whose sandbox was removed by an activity of its own. */
    Finished finish(FinishRequest request, Receipt receipt) {
        Instant now = Instant.now();
        HistoryEntry last = LastChange.row(request, receipt, now);
        try {
            rows.record(last);
            return new Finished(receipt, now);
        } catch (RuntimeException down) {
            log.warn(LATER, last.request().taskId(), down.getMessage());
            return new Finished(receipt, null);
        }
    }
}
