package dev.holdfast.activities.task;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.Leases.Lease;
import dev.holdfast.activities.history.SealedSecrets;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.SandboxActivities.ReleaseRequest;
import java.util.Set;
import java.util.TreeSet;

/** Removes every sandbox that a task has or may have, and keeps the receipt. */
final class Release {
    private final Sandboxes sandboxes;
    private final Leases leases;
    private final SealedSecrets secrets;

    Release(Sandboxes sandboxes, Leases leases, SealedSecrets secrets) {
        this.sandboxes = sandboxes;
        this.secrets = secrets;
        this.leases = leases;
    }

    Receipt release(ReleaseRequest request) {
        TaskId taskId = request.taskId();
        SandboxProvider provider = sandboxes.of(request.reservation().executor());
        Set<SandboxId> ids = new TreeSet<>();
        leases.ofTask(taskId).stream().map(Lease::sandboxId).map(SandboxId::new).forEach(ids::add);
        if (ids.isEmpty()) {
            ids.add(SandboxId.of(taskId));
        }
        Receipt worst = Receipt.NOTHING_TO_CLEAN;
        for (SandboxId id : ids) {
            Receipt receipt = provider.destroy(id);
            leases.giveBack(id.value(), taskId, receipt);
            if (worst.state() == Receipt.State.CLEAN) {
                worst = receipt;
            }
        }
        secrets.removeOf(taskId);
        return worst;
    }
}
