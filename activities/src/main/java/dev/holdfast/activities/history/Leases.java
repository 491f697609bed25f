package dev.holdfast.activities.history;

import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import java.time.Instant;
import java.util.List;

/** Who may have which sandbox, and until when; and the proof that one is gone. */
public interface Leases {
    /** Taken before the sandbox is made; taking it again only moves the deadline. */
    void take(Lease lease);

    /** Moves the deadline of every lease of that task. */
    void renew(TaskId taskId, Instant deadline);

    /** Ends the lease and stores the receipt in one transaction. */
    void giveBack(String sandboxId, TaskId taskId, Receipt receipt);

    List<Lease> ofHost(String host);

    /** The right of a task to a sandbox on a host. */
    record Lease(String sandboxId, TaskId taskId, String host, Executor executor, Instant takenAt, Instant deadline) {}
}
