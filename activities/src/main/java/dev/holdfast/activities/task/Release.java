package dev.holdfast.activities.task;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.Leases.Lease;
import dev.holdfast.activities.history.Placements;
import dev.holdfast.activities.history.SealedSecrets;
import dev.holdfast.activities.pool.WarmPool;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.SandboxActivities.ReleaseRequest;
import java.util.List;

/** Removes every sandbox that a task has or may have, or clears it for the next task of its project; keeps the receipt. */
final class Release {
    private final Host host;
    private final Sandboxes sandboxes;
    private final Leases leases;
    private final SealedSecrets secrets;
    private final WarmPool pool;
    private final Placements placements;

    Release(
            Host host,
            Sandboxes sandboxes,
            Leases leases,
            SealedSecrets secrets,
            WarmPool pool,
            Placements placements) {
        this.host = host;
        this.sandboxes = sandboxes;
        this.secrets = secrets;
        this.leases = leases;
        this.pool = pool;
        this.placements = placements;
    }

    Receipt release(ReleaseRequest request) {
        TaskId taskId = request.taskId();
        // First of all, so that nobody begins anything in what is about to go.
        placements.leave(taskId);
        SandboxProvider provider = sandboxes.of(request.reservation().executor());
        // What it had on a host that is gone is left to that one's reaper.
        List<Lease> held = leases.ofTask(taskId).stream()
                .filter(lease -> lease.host().equals(host.id()))
                .toList();
        Receipt worst = held.isEmpty() ? destroy(provider, SandboxId.of(taskId), taskId) : Receipt.NOTHING_TO_CLEAN;
        for (Lease lease : held) {
            Receipt receipt =
                    pool.takeBack(lease).orElseGet(() -> destroy(provider, new SandboxId(lease.sandboxId()), taskId));
            if (worst.state() == Receipt.State.CLEAN) {
                worst = receipt;
            }
        }
        secrets.removeOf(taskId);
        return worst;
    }

    private Receipt destroy(SandboxProvider provider, SandboxId id, TaskId taskId) {
        Receipt receipt = provider.destroy(id);
        leases.giveBack(id.value(), taskId, receipt);
        return receipt;
    }
}
