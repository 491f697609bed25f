package dev.holdfast.activities.history;

import dev.holdfast.contract.Executor;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who may have which sandbox, and until when; and the proof that one is gone. */
public interface Leases {
    /** Taken before the sandbox is made; taking it again only moves the deadline. */
    void take(Lease lease);

    /**
     * Gives a sandbox of the pool to a task, and leaves its deadline as it is, because the sandbox hears nothing of it; false
     * when another task was faster, the lease is gone, another project has used the sandbox, or the task has one already.
     *
     * @param least false as well when the lease is over before
     */
    boolean claim(String sandboxId, TaskId taskId, ProjectId project, Instant least);

    /**
     * Gives a sandbox that was cleared back to the pool, for the project that used it, and stores the receipt, in one
     * transaction; false when it is not that task's any more, and then nothing is written.
     *
     * @param lastRow of the task, written in the same moment as {@link TaskHistory#record} does; absent when somebody else
     *     writes it
     */
    boolean recycle(String sandboxId, TaskId taskId, Instant deadline, Receipt receipt, @Nullable HistoryEntry lastRow);

    /**
     * Says that a sandbox is about to be removed, so that nobody gives it back to the pool; false when it is not that task's
     * any more, and then it must not be removed.
     */
    boolean condemn(String sandboxId, TaskId taskId);

    /**
     * Takes a sandbox out of the pool, so that nobody claims it while it is removed; false when it is not the pool's any more,
     * and then it must not be removed.
     */
    boolean withdraw(String sandboxId);

    /** Moves the deadline of sandboxes that have heard of it before, so that no row promises more than its sandbox has. */
    void renew(Collection<String> sandboxIds, Instant deadline);

    /**
     * Ends the lease and stores the receipt in one transaction; one that says something is left keeps the lease, and so does
     * one of a sandbox that another task has.
     */
    void giveBack(String sandboxId, @Nullable TaskId taskId, Receipt receipt);

    List<Lease> ofHost(String host);

    List<Lease> ofTask(TaskId taskId);

    /** Those of tasks that have their place on that host: one that was moved away while its host was gone has it elsewhere. */
    List<Lease> inUse(String host);

    /**
     * The right to a sandbox on a host.
     *
     * @param taskId absent while the sandbox waits in the pool
     * @param project who has used it from the pool; absent when nobody has, then anybody may
     * @param abandoned its task was moved away from that host, and must not find it again if it ever comes back there
     */
    record Lease(
            String sandboxId,
            @Nullable TaskId taskId,
            String host,
            Executor executor,
            Instant takenAt,
            Instant deadline,
            @Nullable ProjectId project,
            boolean abandoned) {
        public Lease(
                String sandboxId,
                @Nullable TaskId taskId,
                String host,
                Executor executor,
                Instant takenAt,
                Instant deadline) {
            this(sandboxId, taskId, host, executor, takenAt, deadline, null, false);
        }

        public Lease until(Instant newDeadline) {
            return new Lease(sandboxId, taskId, host, executor, takenAt, newDeadline, project, abandoned);
        }
    }
}
