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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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

    private final String host;
    private final Leases leases;
    private final Supplier<List<SandboxProvider>> providers;
    private final Predicate<TaskId> open;
    private final Duration grace;
    private final Clock clock;

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
        this.host = host;
        this.leases = leases;
        this.providers = providers;
        this.open = open;
        this.grace = grace;
        this.clock = clock;
    }

    @Override
    public ReapReport reap(ReapRequest request) {
        List<String> removed = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        int spared = 0;
        for (SandboxProvider provider : providers.get()) {
            Map<String, Lease> known = leasesById();
            for (ListedSandbox sandbox : provider.list()) {
                if (young(sandbox)
                        || inForce(Optional.ofNullable(known.get(sandbox.id().value())))) {
                    spared++;
                } else if (request.dryRun()) {
                    removed.add(sandbox.id().value());
                } else {
                    remove(provider, sandbox.id(), removed, failed);
                }
            }
        }
        return new ReapReport(request.dryRun(), removed, spared, failed);
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
        return lease.isPresent() && !lease.get().deadline().isBefore(now()) && held(lease.get());
    }

    private boolean held(Lease lease) {
        TaskId task = lease.taskId();
        boolean fresh = lease.takenAt().plus(grace).isAfter(now());
        return task == null || fresh || open.test(task);
    }

    private Map<String, Lease> leasesById() {
        return leases.ofHost(host).stream().collect(Collectors.toMap(Lease::sandboxId, Function.identity()));
    }

    private Instant now() {
        return clock.instant();
    }
}
