package dev.holdfast.activities.reaper;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.Leases.Lease;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps alive what the tasks of this host have: first the sandbox hears of it, then its row says so. One that cannot be reached
 * is left alone, so that its lease runs out and the reaper gets it. While the database is away it goes on with what it saw
 * last, because no sandbox shall die of that. Not for several threads.
 */
public final class LeaseKeeper {
    private static final Logger log = LoggerFactory.getLogger(LeaseKeeper.class);

    private static final Duration AT_LEAST_EVERY = Duration.ofSeconds(15);

    /** Longer than a call of Temporal may take that is not answered. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** So long may pass from one round to the next. */
    static final Duration ROUND = AT_LEAST_EVERY.plus(PATIENCE);

    private final String host;
    private final Duration lease;
    private final Leases leases;
    private final Function<Executor, SandboxProvider> providers;
    private final Predicate<TaskId> open;
    private final Clock clock;
    private final DeadMansSwitches switches = new DeadMansSwitches();
    private final Set<SandboxId> unreachable = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private List<Lease> held = List.of();
    private boolean databaseAway;

    /**
     * @param lease how long a sandbox outlives the last word of a worker
     * @param open whether the task's workflow still runs; true when that cannot be learnt
     */
    public LeaseKeeper(
            String host,
            Duration lease,
            Leases leases,
            Function<Executor, SandboxProvider> providers,
            Predicate<TaskId> open,
            Clock clock) {
        this.host = host;
        this.lease = lease;
        this.leases = leases;
        this.providers = providers;
        this.open = open;
        this.clock = clock;
    }

    /** How long to wait from one round to the next. */
    public Duration interval() {
        Duration quarter = lease.dividedBy(4);
        return quarter.compareTo(AT_LEAST_EVERY) < 0 ? quarter : AT_LEAST_EVERY;
    }

    /** One round. */
    public void keep() {
        look();
        List<Lease> due = held.stream().filter(this::isDue).toList();
        if (due.isEmpty()) {
            return;
        }
        // By the time before anybody hears of it, so that no row promises more than its sandbox has.
        Instant deadline = clock.instant().plus(lease);
        Set<String> renewed = renewed(due);
        held = held.stream()
                .map(one -> renewed.contains(one.sandboxId()) ? one.until(deadline) : one)
                .toList();
        if (!databaseAway && !renewed.isEmpty()) {
            leases.renew(renewed, deadline);
        }
    }

    private void look() {
        try {
            held = leases.inUse(host);
            databaseAway = false;
        } catch (RuntimeException away) {
            if (!databaseAway) {
                log.warn("the leases cannot be read, those of the last look are kept: {}", away.getMessage());
            }
            databaseAway = true;
        }
        Set<SandboxId> known = held.stream().map(LeaseKeeper::sandbox).collect(Collectors.toSet());
        switches.forgetAllBut(known);
        unreachable.retainAll(known);
    }

    private boolean isDue(Lease one) {
        Duration left = Duration.between(clock.instant(), one.deadline());
        // A clock that was set back shows more than was ever given; the sandbox has a clock of its own.
        return left.compareTo(lease.multipliedBy(3).dividedBy(4)) < 0 || left.compareTo(lease) > 0;
    }

    /** All at once: one that hangs must not cost the others their time. */
    private Set<String> renewed(List<Lease> due) {
        Set<String> renewed = ConcurrentHashMap.newKeySet();
        List<Callable<Object>> calls = new ArrayList<>();
        for (Lease one : due) {
            calls.add(Executors.callable(() -> {
                if (renew(one)) {
                    renewed.add(one.sandboxId());
                }
            }));
        }
        try {
            threads.invokeAll(calls, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
        return Set.copyOf(renewed);
    }

    private boolean renew(Lease one) {
        TaskId task = Objects.requireNonNull(one.taskId());
        if (!open.test(task)) {
            return false;
        }
        SandboxId id = sandbox(one);
        try {
            switches.putOff(providers.apply(one.executor()), id, lease);
            unreachable.remove(id);
            return true;
        } catch (RuntimeException failed) {
            if (unreachable.add(id)) {
                log.warn("the sandbox {} of task {} cannot be kept alive: {}", id, task, failed.getMessage());
            }
            return false;
        }
    }

    private static SandboxId sandbox(Lease one) {
        return new SandboxId(one.sandboxId());
    }
}
