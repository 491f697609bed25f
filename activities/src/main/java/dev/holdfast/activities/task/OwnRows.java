package dev.holdfast.activities.task;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.Placements;
import dev.holdfast.activities.history.TaskHistory;
import dev.holdfast.activities.pool.Returned;
import dev.holdfast.contract.Receipt;
import dev.holdfast.workflows.AtOnce;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.DoneAtOnce;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import dev.holdfast.workflows.LastChange;
import dev.holdfast.workflows.SandboxActivities.BeginRequest;
import dev.holdfast.workflows.SandboxActivities.FinishRequest;
import dev.holdfast.workflows.SandboxActivities.Finished;
import dev.holdfast.workflows.TaskRequest;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rows that the worker of a task writes itself, in the words that its workflow will find a moment later. */
final class OwnRows {
    private static final Logger log = LoggerFactory.getLogger(OwnRows.class);

    private static final String LATER = "the row of {} will be written later: {}";

    private final TaskHistory tasks;
    private final Placements placements;
    private final HistoryWriter rows;
    private final Release release;
    private final Listeners listeners;

    OwnRows(HistoryDatabase history, HistoryWriter rows, Release release, Listeners listeners) {
        this.tasks = history.tasks();
        this.placements = history.placements();
        this.rows = rows;
        this.release = release;
        this.listeners = listeners;
    }

    /** Does a task at once. Who waits for the result need not wait for the workflow to hear of it. */
    Begun tell(BeginRequest request, AtOnce atOnce) {
        Begun begun = atOnce.begin();
        HistoryEntry releasing =
                atOnce.mayTell() ? DoneAtOnce.row(request, begun).orElse(null) : null;
        if (releasing == null) {
            return begun;
        }
        try {
            return release.goesToThePool(request.task(), begun)
                    ? giveBack(request.task(), begun, releasing)
                    : tell(begun, releasing);
        } catch (RuntimeException down) {
            log.warn(LATER, request.task().taskId(), down.getMessage());
            return begun;
        }
    }

    /** Before its sandbox is removed, which takes a while. */
    private Begun tell(Begun begun, HistoryEntry releasing) {
        return tasks.recordDone(releasing, begun) ? told(begun, releasing) : begun;
    }

    private Begun told(Begun begun, HistoryEntry row) {
        listeners.tell(row.request().taskId(), row.task());
        return begun.asTold();
    }

    /**
     * Giving a sandbox back to the pool takes no longer than writing a row, so its only row is the last one. The sandbox forgets
     * its steps by that: what was done is kept before, so that nobody does it again.
     */
    private Begun giveBack(TaskRequest task, Begun begun, HistoryEntry releasing) {
        if (!placements.leave(task.taskId(), begun)) {
            return begun;
        }
        Optional<Returned> returned = release.toThePool(
                task,
                begun,
                receipt -> DoneAtOnce.lastRow(releasing, begun, receipt, Objects.requireNonNull(receipt.at())));
        if (returned.isEmpty()) {
            tasks.record(releasing);
            return told(begun, releasing);
        }
        HistoryEntry last = Objects.requireNonNull(returned.get().lastRow());
        rows.recorded(last);
        Receipt receipt = returned.get().receipt();
        return told(begun, last).asFinished(new Finished(receipt, receipt.at()));
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
