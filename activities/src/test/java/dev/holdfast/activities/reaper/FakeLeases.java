package dev.holdfast.activities.reaper;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Leases in memory. */
final class FakeLeases implements Leases {
    private final Map<String, Lease> leases = new TreeMap<>();
    private boolean there = true;

    Set<String> held() {
        return leases.keySet();
    }

    Instant deadline(String sandboxId) {
        return Objects.requireNonNull(leases.get(sandboxId)).deadline();
    }

    /** From now on it answers, or does not. */
    void there(boolean answers) {
        there = answers;
    }

    private void requireToBeThere() {
        if (!there) {
            throw new IllegalStateException("the database is away");
        }
    }

    @Override
    public void take(Lease lease) {
        leases.put(lease.sandboxId(), lease);
    }

    @Override
    public boolean claim(String sandboxId, TaskId taskId, ProjectId project, Instant least) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean recycle(
            String sandboxId, TaskId taskId, Instant deadline, Receipt receipt, @Nullable HistoryEntry lastRow) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean condemn(String sandboxId, TaskId taskId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean withdraw(String sandboxId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void renew(Collection<String> sandboxIds, Instant deadline) {
        requireToBeThere();
        sandboxIds.forEach(id -> leases.computeIfPresent(id, (key, lease) -> lease.until(deadline)));
    }

    @Override
    public void giveBack(String sandboxId, @Nullable TaskId taskId, Receipt receipt) {
        leases.remove(sandboxId);
    }

    @Override
    public List<Lease> ofHost(String host) {
        return List.copyOf(leases.values());
    }

    @Override
    public List<Lease> ofTask(TaskId taskId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Lease> inUse(String host) {
        requireToBeThere();
        return leases.values().stream().filter(lease -> lease.taskId() != null).toList();
    }
}
