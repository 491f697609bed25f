package dev.holdfast.activities.history;

import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who may have which sandbox, and until when; and the proof that one is gone. */
public interface Leases {
    /** Taken before the sandbox is made; taking it again only moves the deadline. */
    void take(Lease lease);

    /** Gives a sandbox of the pool to a task; false when another task was faster or the lease is gone. */
    boolean claim(String sandboxId, TaskId taskId, Instant deadline);

    /** Moves the deadline of every lease of that task. */
    void renew(TaskId taskId, Instant deadline);

    /** Moves the deadline of sandboxes that wait in the pool. */
    void renewPooled(Collection<String> sandboxIds, Instant deadline);

    /** Ends the lease and stores the receipt in one transaction; one that says something is left keeps the lease. */
    void giveBack(String sandboxId, @Nullable TaskId taskId, Receipt receipt);

    List<Lease> ofHost(String host);

    List<Lease> ofTask(TaskId taskId);

    /**
     * The right to a sandbox on a host.
     *
     * @param taskId absent while the sandbox waits in the pool
     */
    record Lease(
            String sandboxId,
            @Nullable TaskId taskId,
            String host,
            Executor executor,
            Instant takenAt,
            Instant deadline) {}
}
