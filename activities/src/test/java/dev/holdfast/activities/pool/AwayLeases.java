package dev.holdfast.activities.pool;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Real leases of a database that does not answer claims while it is away. */
final class AwayLeases implements Leases {
    private final Leases real;
    boolean away;

    AwayLeases(Leases real) {
        this.real = real;
    }

    @Override
    public boolean claim(String sandboxId, TaskId taskId, ProjectId project, Instant least) {
        if (away) {
            throw new IllegalStateException("the database is away");
        }
        return real.claim(sandboxId, taskId, project, least);
    }

    @Override
    public void take(Lease lease) {
        real.take(lease);
    }

    @Override
    public boolean recycle(
            String sandboxId, TaskId taskId, Instant deadline, Receipt receipt, @Nullable HistoryEntry lastRow) {
        return real.recycle(sandboxId, taskId, deadline, receipt, lastRow);
    }

    @Override
    public boolean condemn(String sandboxId, TaskId taskId) {
        return real.condemn(sandboxId, taskId);
    }

    @Override
    public boolean withdraw(String sandboxId) {
        return real.withdraw(sandboxId);
    }

    @Override
    public void renew(Collection<String> sandboxIds, Instant deadline) {
        real.renew(sandboxIds, deadline);
    }

    @Override
    public void giveBack(String sandboxId, @Nullable TaskId taskId, Receipt receipt) {
        real.giveBack(sandboxId, taskId, receipt);
    }

    @Override
    public List<Lease> ofHost(String host) {
        return real.ofHost(host);
    }

    @Override
    public List<Lease> ofTask(TaskId taskId) {
        return real.ofTask(taskId);
    }

    @Override
    public List<Lease> inUse(String host) {
        return real.inUse(host);
    }
}
