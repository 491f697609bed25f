package dev.holdfast.activities.reaper;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.Leases.Lease;
import dev.holdfast.activities.sandbox.ListedSandbox;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.ReaperActivities;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes only what is ours, has no lease in force and is older than a grace, in whatever state it is; and looks at the
 * lease again right before it removes. A lease is in force until its deadline, as long as its task is open. Two reapers
 * may run at once, and one may die midway: removing is idempotent.
 */
public final class Reaper implements ReaperActivities {
    private static final Logger log = LoggerFactory.getLogger(Reaper.class);

    /** Whoever lives has renewed its own by then. */
    static final Duration RENEWED_WITHIN = LeaseKeeper.ROUND.plusSeconds(10);

    private final String host;
    private final Leases leases;
    private final Supplier<List<SandboxProvider>> providers;
    private final Predicate<TaskId> open;
    private final Duration grace;
    private final Clock clock;
    private final LongSupplier ticks;
    private final Map<String, Expired> expired = new ConcurrentHashMap<>();

    /**
     * @param open whether the task's workflow still runs; true when that cannot be learnt
     * @param grace what is younger may be about to get its lease
     */
    public Reaper(
            String host,
            Leases leases,
            Supplier<List<SandboxProvider>> providers,
            Predicate<TaskId> open,
            Duration grace,
            Clock clock) {
        this(host, leases, providers, open, grace, clock, System::nanoTime);
    }

    Reaper(
            String host,
            Leases leases,
            Supplier<List<SandboxProvider>> providers,
            Predicate<TaskId> open,
            Duration grace,
            Clock clock,
            LongSupplier ticks) {
        this.host = host;
        this.leases = leases;
        this.providers = providers;
        this.open = open;
        this.grace = grace;
        this.clock = clock;
        this.ticks = ticks;
    }

    @Override
    public ReapReport reap(ReapRequest request) {
        Sweep sweep = new Sweep(request.dryRun());
        for (SandboxProvider provider : providers.get()) {
            Map<String, Lease> known = leasesById();
            for (ListedSandbox sandbox : provider.list()) {
                Lease lease = known.remove(sandbox.id().value());
                sweep.look(provider, sandbox.id(), young(sandbox) || inForce(Optional.ofNullable(lease)));
            }
            // Of a sandbox that was never made, or went with its host: nobody else gives such a lease back.
            for (Lease lease : known.values()) {
                if (lease.executor() == provider.executor() && !inForce(Optional.of(lease))) {
                    sweep.look(provider, new SandboxId(lease.sandboxId()), false);
                }
            }
        }
        return new ReapReport(request.dryRun(), sweep.removed, sweep.spared, sweep.failed);
    }

    /** What one call found and did. */
    private final class Sweep {
        private final boolean dryRun;
        private final List<String> removed = new ArrayList<>();
        private final List<String> failed = new ArrayList<>();
        private int spared;

        Sweep(boolean dryRun) {
            this.dryRun = dryRun;
        }

        void look(SandboxProvider provider, SandboxId id, boolean spare) {
            if (spare) {
                spared++;
            } else if (dryRun) {
                removed.add(id.value());
            } else {
                remove(provider, id, removed, failed);
            }
        }
    }

    private void remove(SandboxProvider provider, SandboxId id, List<String> removed, List<String> failed) {
        Optional<Lease> now = Optional.ofNullable(leasesById().get(id.value()));
        if (inForce(now)) {
            return;
        }
        try {
            Receipt receipt = provider.destroy(id);
            leases.giveBack(id.value(), now.map(Lease::taskId).orElse(null), receipt);
            if (receipt.state() == Receipt.State.CLEAN) {
                removed.add(id.value());
                log.warn("removed the orphan {}", id);
            } else {
                failed.add(id + ": left " + receipt.left());
            }
        } catch (SandboxException e) {
            failed.add(id + ": " + e.getMessage());
        }
    }

    private boolean young(ListedSandbox sandbox) {
        // A clock that was set back must not make old ones of the young: only a known age counts.
        return Duration.between(sandbox.createdAt(), clock.instant()).compareTo(grace) < 0;
    }

    private boolean inForce(Optional<Lease> lease) {
        return lease.isPresent()
                && held(lease.get())
                && (!lease.get().deadline().isBefore(now()) || !expiredForLong(lease.get()));
    }

    private boolean held(Lease lease) {
        TaskId task = lease.taskId();
        boolean fresh = lease.takenAt().plus(grace).isAfter(now());
        return task == null || fresh || open.test(task);
    }

    /**
     * A clock that was moved makes every lease look expired. A worker that lives renews those of its host, so a lease counts as
     * expired only when it has not been renewed for a while, by a clock that nobody can move.
     */
    private boolean expiredForLong(Lease lease) {
        long now = ticks.getAsLong();
        Expired seen = expired.compute(
                lease.sandboxId(),
                (id, before) -> before != null && before.deadline.equals(lease.deadline())
                        ? before
                        : new Expired(lease.deadline(), now));
        return now - seen.since >= RENEWED_WITHIN.toNanos();
    }

    /** @param since ticks when this deadline was first seen to be over */
    private record Expired(Instant deadline, long since) {}

    private Map<String, Lease> leasesById() {
        return leases.ofHost(host).stream()
                .collect(Collectors.toMap(Lease::sandboxId, Function.identity(), (one, other) -> one, HashMap::new));
    }

    private Instant now() {
        return clock.instant();
    }
}
