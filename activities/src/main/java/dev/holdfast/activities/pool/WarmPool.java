package dev.holdfast.activities.pool;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.Leases.Lease;
import dev.holdfast.activities.sandbox.ListedSandbox;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Started sandboxes that wait, each for one task. Whose a sandbox is, is decided in the database: a lease without a task
 * is the pool's, and claiming it is one update that only one task can win. So nothing is lost or given twice when a
 * worker dies, and the next one adopts what still waits.
 */
public final class WarmPool implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(WarmPool.class);

    private final PoolConfig config;
    private final String host;
    private final Leases leases;
    private final Function<Executor, SandboxProvider> providers;
    private final Map<Profile, ConcurrentLinkedDeque<SandboxHandle>> idle = new ConcurrentHashMap<>();
    private final Map<Profile, Instant> askedFor = new ConcurrentHashMap<>();
    private final AtomicLong hits = new AtomicLong();
    private final AtomicLong misses = new AtomicLong();
    private final Refill refill;

    public WarmPool(PoolConfig config, String host, Leases leases, Function<Executor, SandboxProvider> providers) {
        this.config = config;
        this.host = host;
        this.leases = leases;
        this.providers = providers;
        this.refill = new Refill(this::fillUp, config.lease().dividedBy(4), this::renew);
    }

    /** Takes over what an earlier worker of this host left waiting, and begins to fill up these profiles. */
    public void start(List<Profile> profiles) {
        if (config.size() == 0) {
            return;
        }
        profiles.forEach(profile -> askedFor.put(profile, Instant.now()));
        refill.start(() -> adopt(profiles));
    }

    /** A waiting sandbox for this task, if there is one. */
    public Optional<SandboxHandle> claim(Profile profile, TaskId taskId, Instant deadline) {
        if (config.size() == 0) {
            return Optional.empty();
        }
        askedFor.put(profile, Instant.now());
        SandboxHandle handle = take(profile);
        while (handle != null) {
            if (leases.claim(handle.id().value(), taskId, deadline)) {
                hits.incrementAndGet();
                refill.wake();
                return Optional.of(handle);
            }
            handle = take(profile);
        }
        misses.incrementAndGet();
        refill.wake();
        return Optional.empty();
    }

    private @Nullable SandboxHandle take(Profile profile) {
        ConcurrentLinkedDeque<SandboxHandle> waiting = idle.get(profile);
        return waiting == null ? null : waiting.pollFirst();
    }

    public PoolStatistics statistics() {
        Map<String, Integer> waiting = new TreeMap<>();
        idle.forEach((profile, handles) ->
                waiting.merge(profile.executor().json() + " " + profile.image(), handles.size(), Integer::sum));
        long asked = hits.get() + misses.get();
        return new PoolStatistics(hits.get(), misses.get(), asked == 0 ? null : (double) hits.get() / asked, waiting);
    }

    /** Removes what waits; what tasks have stays theirs. */
    @Override
    public void close() {
        refill.close();
        idle.values().forEach(waiting -> {
            for (SandboxHandle handle = waiting.pollFirst(); handle != null; handle = waiting.pollFirst()) {
                discard(handle.executor(), handle.id());
            }
        });
    }

    private void adopt(List<Profile> profiles) {
        Map<String, Profile> byKey = new LinkedHashMap<>();
        profiles.forEach(profile -> byKey.put(profile.key(), profile));
        for (Lease lease : leases.ofHost(host)) {
            if (lease.taskId() == null) {
                adopt(lease, byKey);
            }
        }
    }

    private void adopt(Lease lease, Map<String, Profile> byKey) {
        SandboxId id = new SandboxId(lease.sandboxId());
        SandboxProvider provider = providers.apply(lease.executor());
        Optional<Profile> profile = provider.list().stream()
                .filter(listed -> listed.id().equals(id))
                .map(ListedSandbox::labels)
                .map(labels -> byKey.get(String.valueOf(labels.get(Profile.LABEL))))
                .findFirst();
        Optional<SandboxHandle> handle = profile.isEmpty() ? Optional.empty() : provider.recover(id);
        if (handle.isPresent()) {
            add(profile.orElseThrow(), handle.get());
            log.info("adopted the warm sandbox {}", id);
        } else {
            discard(lease.executor(), id);
        }
    }

    /** One sandbox per call, so that the profiles share the effort. */
    private boolean fillUp() {
        for (Profile profile : wanted()) {
            ConcurrentLinkedDeque<SandboxHandle> waiting = idle.get(profile);
            if (waiting == null || waiting.size() < config.size()) {
                makeOne(profile);
                return true;
            }
        }
        return false;
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
            add(profile, providers.apply(profile.executor()).start(profile.request(id, config.lease()), Progress.NONE));
        } catch (SandboxException failed) {
            discard(profile.executor(), id);
            throw failed;
        }
    }

    private void add(Profile profile, SandboxHandle handle) {
        idle.computeIfAbsent(profile, key -> new ConcurrentLinkedDeque<>()).addLast(handle);
    }

    private void renew() {
        Duration lease = config.lease();
        List<String> renewed = new ArrayList<>();
        idle.forEach((profile, waiting) -> waiting.forEach(handle -> {
            try (Supervisor supervisor = providers.apply(handle.executor()).connect(handle)) {
                supervisor.lease(lease);
                renewed.add(handle.id().value());
            } catch (SandboxException dead) {
                waiting.remove(handle);
                log.warn("a warm sandbox does not answer and is removed: {}", dead.getMessage());
                discard(handle.executor(), handle.id());
            }
        }));
        leases.renewPooled(renewed, Instant.now().plus(lease));
    }

    private void discard(Executor executor, SandboxId id) {
        try {
            Receipt receipt = providers.apply(executor).destroy(id);
            leases.giveBack(id.value(), null, receipt);
        } catch (RuntimeException later) {
            log.warn("the warm sandbox {} is left to the reaper: {}", id, later.getMessage());
        }
    }
}
