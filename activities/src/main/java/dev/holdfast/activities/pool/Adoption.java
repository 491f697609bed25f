package dev.holdfast.activities.pool;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.Leases.Lease;
import dev.holdfast.activities.sandbox.ListedSandbox;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.contract.Executor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes over the sandboxes that an earlier worker of this host left waiting. */
final class Adoption {
    private static final Logger log = LoggerFactory.getLogger(Adoption.class);

    private final String host;
    private final Leases leases;
    private final Function<Executor, SandboxProvider> providers;
    private final IdleSandboxes idle;
    private final BiConsumer<Executor, SandboxId> discard;

    /** @param discard removes what is good for none of the profiles, or dead */
    Adoption(
            String host,
            Leases leases,
            Function<Executor, SandboxProvider> providers,
            IdleSandboxes idle,
            BiConsumer<Executor, SandboxId> discard) {
        this.host = host;
        this.leases = leases;
        this.providers = providers;
        this.idle = idle;
        this.discard = discard;
    }

    void of(List<Profile> profiles) {
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
            SandboxHandle found = handle.get();
            idle.add(profile.orElseThrow(), new Waiting(found, lease.project(), found.generationNumber()));
            log.info("adopted the warm sandbox {}", id);
        } else {
            discard.accept(lease.executor(), id);
        }
    }
}
