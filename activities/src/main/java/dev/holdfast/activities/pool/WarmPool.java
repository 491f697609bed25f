package dev.holdfast.activities.pool;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.Leases.Lease;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Started sandboxes that wait, each for one task or, where the operator allows it, for several tasks of one project with
 * everything cleared in between. Whose a sandbox is, is decided in the database: a lease without a task is the pool's, and
 * claiming it is one update that only one task can win. So nothing is lost or given twice when a worker dies, and the next
 * one adopts what still waits.
 */
public final class WarmPool implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(WarmPool.class);

    /** While tasks come in such a sequence, those that wait are used up first. */
    private static final Duration SOON = Duration.ofMillis(300);

    private static final Duration LOOK = Duration.ofMillis(50);

    private final PoolConfig config;
    private final String host;
    private final Leases leases;
    private final Function<Executor, SandboxProvider> providers;
    private final IdleSandboxes idle = new IdleSandboxes();
    private final LentSandboxes lent = new LentSandboxes();
    private final Returns returns;
    private final Map<Profile, Instant> askedFor = new ConcurrentHashMap<>();
    private final Queue<SandboxHandle> unwanted = new ConcurrentLinkedQueue<>();
    private final AtomicLong hits = new AtomicLong();
    private final AtomicLong misses = new AtomicLong();
    private final Refill refill;
    private final Calm calm = new Calm();
    private volatile long lastClaim = System.nanoTime() - SOON.toNanos();

    public WarmPool(PoolConfig config, String host, Leases leases, Function<Executor, SandboxProvider> providers) {
        this.config = config;
        this.host = host;
        this.leases = leases;
        this.providers = providers;
        this.refill = new Refill(this::fillUp, config.lease().dividedBy(4), this::renew, config.refillShare());
        this.returns = new Returns(config, leases, providers, idle, lent, refill::wake);
    }

    /** Takes over what an earlier worker of this host left waiting, and begins to fill up these profiles. */
    public void start(List<Profile> profiles) {
        if (config.size() == 0) {
            return;
        }
        profiles.forEach(profile -> askedFor.put(profile, Instant.now()));
        Adoption adoption = new Adoption(host, leases, providers, idle, this::discard);
        refill.start(() -> {
            adoption.of(profiles);
            renew();
        });
    }

    /** A waiting sandbox for this task, if there is one. */
    public Optional<SandboxHandle> claim(Profile profile, ProjectId project, TaskId taskId) {
        if (config.size() == 0) {
            return Optional.empty();
        }
        askedFor.put(profile, Instant.now());
        lastClaim = System.nanoTime();
        for (Waiting next = idle.take(profile, project); next != null; next = idle.take(profile, project)) {
            // It is missed here until it is known there.
            lent.add(new Lent(taskId, profile, next, Instant.now()));
            if (claimed(profile, next, project, taskId)) {
                hits.incrementAndGet();
                refill.wake();
                return Optional.of(next.handle());
            }
            lent.forget(next.handle().id());
            if (!leases.ofTask(taskId).isEmpty()) {
                idle.add(profile, next);
                return Optional.empty();
            }
        }
        misses.incrementAndGet();
        // Otherwise one project could fill the pool with what nobody else may use.
        Waiting others = idle.takeOthers(profile, project);
        if (others != null) {
            unwanted.add(others.handle());
        }
        refill.wake();
        return Optional.empty();
    }

    private boolean claimed(Profile profile, Waiting next, ProjectId project, TaskId taskId) {
        String id = next.handle().id().value();
        // Less would be over before anybody renews it for the task.
        Instant least = Instant.now().plus(config.lease().dividedBy(4));
        try {
            return leases.claim(id, taskId, project, least);
        } catch (RuntimeException away) {
            // It is not known whose it is; who takes it next asks again.
            lent.forget(next.handle().id());
            idle.add(profile, next);
            throw away;
        }
    }

    /** Whether a sandbox that a task has is to be given back here when the task ends. */
    public boolean expectsBack(SandboxId id) {
        return returns.expects(id);
    }

    /**
     * Clears a sandbox that this pool lent to the task and lets it wait for the next one of the same project.
     *
     * @param lastRow the task's, for the receipt; written when the sandbox is given back, and only then
     * @return empty when the sandbox is to be destroyed instead, or somebody else is just giving it back
     */
    public Optional<Returned> takeBack(Lease lease, Function<Receipt, @Nullable HistoryEntry> lastRow) {
        return returns.take(lease, lastRow);
    }

    /** What this pool makes way for. */
    public Calm calm() {
        return calm;
    }

    /** Returns when a sandbox may be removed without being in the way of tasks that find others ready. */
    public void awaitCalm() {
        calm.await(idle::any);
    }

    public PoolStatistics statistics() {
        long asked = hits.get() + misses.get();
        return new PoolStatistics(
                hits.get(),
                misses.get(),
                asked == 0 ? null : (double) hits.get() / asked,
                returns.count(),
                idle.counts());
    }

    /** Removes what waits; what tasks have stays theirs. */
    @Override
    public void close() {
        refill.close();
        discardUnwanted();
        idle.forEach((profile, waiting) -> {
            if (idle.remove(profile, waiting)) {
                discard(waiting.handle().executor(), waiting.handle().id());
            }
        });
    }

    /** One sandbox per call, so that the profiles share the effort. */
    private boolean fillUp() {
        findSurplus();
        discardUnwanted();
        for (Profile profile : wanted()) {
            if (idle.count(profile) + (config.recycles() ? lent.backSoon(profile) : 0) < config.size()) {
                if (!HostMemory.atLeast(config.leastMemory())) {
                    log.warn("nothing is made ahead: the host has less than {} of memory left", config.leastMemory());
                    return false;
                }
                letTasksPass(profile);
                makeOne(profile);
                return true;
            }
        }
        return false;
    }

    /** One may have been made while another came back. */
    private void findSurplus() {
        for (Profile profile : wanted()) {
            for (int surplus = idle.count(profile) - config.size(); surplus > 0; surplus--) {
                Waiting one = idle.takeLeastWanted(profile);
                if (one != null) {
                    unwanted.add(one.handle());
                }
            }
        }
    }

    /** Making one holds them up; and those of a crowd that find none make their own, which costs no more. */
    private void letTasksPass(Profile profile) {
        while (calm.crowded() || (System.nanoTime() - lastClaim < SOON.toNanos() && idle.count(profile) > 0)) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private void discardUnwanted() {
        for (SandboxHandle handle = unwanted.poll(); handle != null; handle = unwanted.poll()) {
            discard(handle.executor(), handle.id());
        }
    }

    private List<Profile> wanted() {
        return askedFor.entrySet().stream()
                .sorted(Map.Entry.<Profile, Instant>comparingByValue().reversed())
                .limit(config.profiles())
                .map(Map.Entry::getKey)
                .toList();
    }

    private void makeOne(Profile profile) {
        SandboxId id = SandboxId.named("warm-" + UUID.randomUUID().toString().substring(0, 18));
        Instant now = Instant.now();
        leases.take(new Lease(id.value(), null, host, profile.executor(), now, now.plus(config.lease())));
        try {
            SandboxHandle made =
                    providers.apply(profile.executor()).start(profile.request(id, config.lease()), Progress.NONE);
            idle.add(profile, new Waiting(made, null, 0));
        } catch (SandboxException failed) {
            discard(profile.executor(), id);
            throw failed;
        }
    }

    private void renew() {
        Duration lease = config.lease();
        Instant deadline = Instant.now().plus(lease);
        List<String> renewed = new ArrayList<>();
        idle.forEach((profile, waiting) -> {
            SandboxHandle handle = waiting.handle();
            try (Supervisor supervisor = providers.apply(handle.executor()).connect(handle)) {
                supervisor.lease(lease);
                renewed.add(handle.id().value());
            } catch (SandboxException dead) {
                // Unless a task has it by now, or it came back cleared: then this was the wrong door.
                if (idle.remove(profile, waiting)) {
                    log.warn("a warm sandbox does not answer and is removed: {}", dead.getMessage());
                    discard(handle.executor(), handle.id());
                }
            }
        });
        leases.renew(renewed, deadline);
        Set<String> known = leases.ofHost(host).stream().map(Lease::sandboxId).collect(Collectors.toSet());
        lent.forgetAllBut(known);
    }

    /** Unless a task has got it meanwhile, by another worker of this host. */
    private void discard(Executor executor, SandboxId id) {
        try {
            if (!leases.withdraw(id.value())) {
                return;
            }
            Receipt receipt = providers.apply(executor).destroy(id);
            leases.giveBack(id.value(), null, receipt);
        } catch (RuntimeException later) {
            log.warn("the warm sandbox {} is left to the reaper: {}", id, later.getMessage());
        }
    }
}
