package dev.holdfast.activities.task;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.Leases.Lease;
import dev.holdfast.activities.history.Placements;
import dev.holdfast.activities.history.SealedSecrets;
import dev.holdfast.activities.history.StepInputs;
import dev.holdfast.activities.history.TaskHistory;
import dev.holdfast.activities.pool.Returned;
import dev.holdfast.activities.pool.WarmPool;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.Sandbox;
import dev.holdfast.workflows.SandboxActivities.ReleaseRequest;
import dev.holdfast.workflows.TaskRequest;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes every sandbox that a task has or may have, or clears it for the next task of its project; keeps the receipt. */
final class Release {
    private static final Logger log = LoggerFactory.getLogger(Release.class);

    private final Host host;
    private final Sandboxes sandboxes;
    private final TaskHistory tasks;
    private final Leases leases;
    private final SealedSecrets secrets;
    private final StepInputs inputs;
    private final WarmPool pool;
    private final Placements placements;

    Release(Host host, Sandboxes sandboxes, HistoryDatabase history, WarmPool pool) {
        this.host = host;
        this.sandboxes = sandboxes;
        this.tasks = history.tasks();
        this.secrets = history.secrets();
        this.inputs = history.inputs();
        this.leases = history.leases();
        this.pool = pool;
        this.placements = history.placements();
    }

    Receipt release(ReleaseRequest request) {
        TaskId taskId = request.taskId();
        // Before anybody hears of it and before anything is removed, so that nobody begins anything in what is about to
        // go.
        if (request.begun() == null || !request.begun().told()) {
            placements.leave(taskId, done(request));
            record(request.ending());
        }
        SandboxProvider provider = sandboxes.of(request.reservation().executor());
        // What it had on a host that is gone is left to that one's reaper.
        List<Lease> held = leases.ofTask(taskId).stream()
                .filter(lease -> lease.host().equals(host.id()))
                .toList();
        Receipt worst = held.isEmpty() ? destroy(provider, SandboxId.of(taskId), taskId) : Receipt.NOTHING_TO_CLEAN;
        for (Lease lease : held) {
            Receipt receipt = pool.takeBack(lease, clean -> null)
                    .map(Returned::receipt)
                    .orElseGet(() -> remove(request, provider, lease));
            if (worst.state() == Receipt.State.CLEAN) {
                worst = receipt;
            }
        }
        if (!request.ending().request().spec().secrets().isEmpty()) {
            secrets.removeOf(taskId);
        }
        if (request.ending().request().spec().open() != null) {
            inputs.removeOf(taskId);
        }
        return worst;
    }

    private static @Nullable Begun done(ReleaseRequest request) {
        Begun begun = request.begun();
        return begun == null ? null : begun.withResultsOf(request.ending().task());
    }

    /** Whether a task that was done at once gives its sandbox back to the pool. */
    boolean goesToThePool(TaskRequest task, Begun begun) {
        Sandbox sandbox = begun.sandbox();
        return sandbox != null && task.spec().secrets().isEmpty() && pool.expectsBack(new SandboxId(sandbox.id()));
    }

    /**
     * Gives it back, and in the same moment writes the task's last row; empty, and nothing is written, when it must be removed
     * instead.
     */
    Optional<Returned> toThePool(TaskRequest task, Begun begun, Function<Receipt, HistoryEntry> lastRow) {
        Sandbox sandbox = Objects.requireNonNull(begun.sandbox());
        Reservation reservation = Objects.requireNonNull(begun.reservation());
        Instant now = Instant.now();
        Lease lease = new Lease(
                sandbox.id(),
                task.taskId(),
                host.id(),
                reservation.executor(),
                now,
                now,
                task.spec().project(),
                false);
        return pool.takeBack(lease, lastRow);
    }

    /** The row follows the task and holds nothing up; the workflow writes how it ended. */
    private void record(HistoryEntry ending) {
        try {
            tasks.record(ending);
        } catch (RuntimeException down) {
            log.warn("the row of {} will be written later: {}", ending.request().taskId(), down.getMessage());
        }
    }

    /** Unless it was given back to the pool meanwhile, where another task may have it already. */
    private Receipt remove(ReleaseRequest request, SandboxProvider provider, Lease lease) {
        if (request.begun() != null) {
            pool.awaitCalm();
        }
        TaskId taskId = request.taskId();
        boolean still = lease.project() == null || leases.condemn(lease.sandboxId(), taskId);
        return destroy(provider, still ? new SandboxId(lease.sandboxId()) : SandboxId.of(taskId), taskId);
    }

    private Receipt destroy(SandboxProvider provider, SandboxId id, TaskId taskId) {
        Receipt receipt = provider.destroy(id);
        leases.giveBack(id.value(), taskId, receipt);
        return receipt;
    }
}
