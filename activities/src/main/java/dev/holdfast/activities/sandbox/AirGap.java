package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Tries whether anything gets out of this host's sandboxes or comes in from a registry. Nothing is believed that was not
 * tried.
 */
public final class AirGap {
    /** A name that nobody has and, by its ending, nobody can have. */
    private static final String NOWHERE = "holdfast.invalid/air-gap:probe";

    private final SandboxConfig config;
    private final SandboxProvider provider;

    public AirGap(SandboxConfig config, SandboxProvider provider) {
        this.config = config;
        this.provider = provider;
    }

    /**
     * One thing that was tried.
     *
     * @param holds whether it keeps the gap
     */
    public record Finding(String name, boolean holds, String detail) {}

    public List<Finding> findings() {
        List<Finding> found = new ArrayList<>();
        found.add(new Finding(
                "policy",
                config.allowedNetworks().equals(Set.of(Network.NONE)),
                "tasks may ask for " + config.allowedNetworks()));
        found.add(pulls());
        for (Network network : List.of(Network.BRIDGE, Network.HOST)) {
            found.add(refused(network));
        }
        found.add(interfaces());
        return found;
    }

    private Finding pulls() {
        if (config.pulls()) {
            return new Finding("pulls", false, "images may be pulled; set holdfast.sandboxes.air-gapped or .pulls");
        }
        try {
            provider.ensureImage(NOWHERE, Progress.NONE);
            return new Finding("pulls", false, "the image '" + NOWHERE + "' was found, which nobody can have");
        } catch (SandboxException missing) {
            boolean notTried = missing.error() == SandboxError.IMAGE_MISSING;
            return new Finding("pulls", notTried, String.valueOf(missing.getMessage()));
        }
    }

    private Finding refused(Network network) {
        String name = "network " + network.json();
        try {
            new Policy(config).check(probe().withNetwork(network));
            return new Finding(name, false, "a task that asks for it would get it");
        } catch (SandboxException refused) {
            return new Finding(name, true, "refused");
        }
    }

    /** The kernel's word from inside of a real sandbox: with no interface but the loopback nothing can leave. */
    private Finding interfaces() {
        SandboxRequest probe = probe();
        try {
            SandboxHandle handle = provider.start(probe, Progress.NONE);
            try (Supervisor supervisor = provider.connect(handle)) {
                boolean none = supervisor.usage().rxBytes() == null
                        && supervisor.usage().txBytes() == null;
                return new Finding(
                        "sandbox",
                        none && provider.executor() != Executor.LOCAL,
                        none ? "has no network interface but the loopback" : "has a network interface");
            }
        } catch (SandboxException failed) {
            return new Finding("sandbox", false, "could not be tried: " + failed.getMessage());
        } finally {
            provider.destroy(probe.id());
        }
    }

    private SandboxRequest probe() {
        TaskId task = new TaskId("air-gap-" + UUID.randomUUID());
        return SandboxRequest.of(task, null, new Policy(config).filled(Limits.NONE));
    }
}
