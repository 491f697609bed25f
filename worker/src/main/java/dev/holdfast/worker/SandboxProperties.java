package dev.holdfast.worker;

import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxConfig.WorkspaceQuota;
import dev.holdfast.activities.sandbox.TaskRules;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the operator decides about sandboxes, as {@code holdfast.sandboxes.*} or {@code HOLDFAST_SANDBOXES_*}.
 *
 * @param engine the engine's address, e.g. {@code unix:///var/run/docker.sock}; found by itself when left out
 * @param runtime the engine's runtime for tasks that name none; the engine's default when left out
 * @param runtimes which others tasks may name
 * @param airGapped no network for any sandbox and no pulls, whatever else is set
 * @param pulls whether missing images are pulled
 * @param workspaceQuota auto, required or off
 * @param leastFreeDisk new sandboxes are refused when the host has less
 * @param volumeSize bytes of each volume and each cache of a project
 * @param caBundle certificates that sandboxes with a network trust as well
 * @param ceilings what no task may exceed
 */
@ConfigurationProperties("holdfast.sandboxes")
record SandboxProperties(
        @Nullable String engine,
        @Nullable String runtime,
        @DefaultValue Set<String> runtimes,
        @DefaultValue("false") boolean airGapped,
        @DefaultValue("true") boolean pulls,
        @DefaultValue("5m") Duration pullTimeout,
        @DefaultValue("auto") WorkspaceQuota workspaceQuota,
        @DefaultValue("1g") String leastFreeDisk,
        @DefaultValue("10g") String volumeSize,
        @Nullable Path caBundle,
        @DefaultValue Ceilings ceilings) {

    /** None where left out. */
    record Ceilings(
            @Nullable Double cpus,
            @Nullable String memory,
            @Nullable Integer pids,
            @Nullable String tmp,
            @Nullable String workspace,
            @Nullable Long workspaceFiles,
            @Nullable Integer openFiles,
            @Nullable String artifacts,
            @Nullable Duration stepTimeout,
            @Nullable String output) {
        Limits limits() {
            return new Limits(
                    cpus,
                    size("memory", memory),
                    pids,
                    size("tmp", tmp),
                    size("workspace", workspace),
                    workspaceFiles,
                    openFiles,
                    size("artifacts", artifacts));
        }

        private static @Nullable DataSize size(String name, @Nullable String written) {
            return written == null ? null : DataSize.parse("holdfast.sandboxes.ceilings." + name, written);
        }
    }

    SandboxConfig config(WorkerProperties worker) {
        SandboxConfig defaults = SandboxConfig.defaults(worker.homeDirectory());
        return new SandboxConfig(
                worker.homeDirectory(),
                engine,
                worker.image(),
                networks(worker),
                ceilings.limits(),
                worker.mounts(),
                runtime,
                pulls && !airGapped,
                pullTimeout,
                defaults.engineTimeout(),
                defaults.startTimeout(),
                DataSize.parse("holdfast.sandboxes.least-free-disk", leastFreeDisk),
                workspaceQuota,
                worker.pool().networks(),
                new TaskRules(
                        DataSize.parse("holdfast.sandboxes.volume-size", volumeSize),
                        caBundle,
                        ceilings.stepTimeout(),
                        Ceilings.size("output", ceilings.output()),
                        runtimes));
    }

    private Set<Network> networks(WorkerProperties worker) {
        Set<Network> allowed =
                worker.networks().stream().map(Network::fromJson).collect(Collectors.toUnmodifiableSet());
        if (airGapped && !allowed.equals(Set.of(Network.NONE))) {
            throw new InvalidFieldException(
                    "holdfast.networks", allowed + " is not possible with holdfast.sandboxes.air-gapped; leave it out");
        }
        return allowed;
    }
}
