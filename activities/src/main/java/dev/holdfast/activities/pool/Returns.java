package dev.holdfast.activities.pool;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.Leases.Lease;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sandboxes that come back from a task, are cleared, and wait for the next one of the same project. */
final class Returns {
    private static final Logger log = LoggerFactory.getLogger(Returns.class);

    private final PoolConfig config;
    private final Leases leases;
    private final Function<Executor, SandboxProvider> providers;
    private final IdleSandboxes idle;
    private final LentSandboxes lent;
    private final Runnable surplus;
    private final AtomicLong count = new AtomicLong();

    /** @param surplus is told when more wait than shall */
    Returns(
            PoolConfig config,
            Leases leases,
            Function<Executor, SandboxProvider> providers,
            IdleSandboxes idle,
            LentSandboxes lent,
            Runnable surplus) {
        this.config = config;
        this.leases = leases;
        this.providers = providers;
        this.idle = idle;
        this.lent = lent;
        this.surplus = surplus;
    }

    long count() {
        return count.get();
    }

    boolean expects(SandboxId id) {
        Lent one = lent.find(id);
        return one != null && mayServeAgain(one);
    }

    Optional<Returned> take(Lease lease, Function<Receipt, @Nullable HistoryEntry> lastRow) {
        SandboxId id = new SandboxId(lease.sandboxId());
        TaskId taskId = lease.taskId();
        Lent was = taskId == null ? null : lent.bringBack(id, taskId);
        if (was == null) {
            return Optional.empty();
        }
        try {
            return take(lease, was, lastRow);
        } finally {
            lent.arrived(id);
        }
    }

    private Optional<Returned> take(Lease lease, Lent was, Function<Receipt, @Nullable HistoryEntry> lastRow) {
        SandboxId id = was.waiting().handle().id();
        ProjectId project = lease.project();
        if (project == null || !mayServeAgain(was)) {
            return Optional.empty();
        }
        // A sandbox that is cleared begins its lease anew.
        Instant deadline = Instant.now().plus(config.lease());
        try {
            SandboxHandle cleared =
                    providers.apply(lease.executor()).recycle(was.waiting().handle());
            Receipt receipt = cleared(id, project);
            HistoryEntry row = lastRow.apply(receipt);
            if (!leases.recycle(id.value(), was.task(), deadline, receipt, row)) {
                return Optional.empty();
            }
            idle.add(was.profile(), new Waiting(cleared, project, was.waiting().served() + 1));
            if (idle.count(was.profile()) > config.size()) {
                surplus.run();
            }
            count.incrementAndGet();
            return Optional.of(new Returned(receipt, row));
        } catch (SandboxException notClean) {
            log.warn("a sandbox is destroyed instead of being used again: {}", notClean.getMessage());
            return Optional.empty();
        }
    }

    private boolean mayServeAgain(Lent was) {
        return was.waiting().served() + 1 < config.uses()
                && was.profile().executor() != Executor.LOCAL
                && was.profile().network() == Network.NONE
                && idle.count(was.profile()) < config.size();
    }

    private static Receipt cleared(SandboxId id, ProjectId project) {
        List<String> verified = List.of(
                "processes",
                "workspace",
                "temporary file systems",
                "shared objects",
                "records of steps",
                "recycled for project " + project.value());
        return new Receipt(Receipt.State.CLEAN, id.value(), Instant.now(), verified, List.of());
    }
}
