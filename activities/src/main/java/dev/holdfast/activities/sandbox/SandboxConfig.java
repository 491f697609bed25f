package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.Require;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the operator of this host decided about sandboxes.
 *
 * @param home where everything of ours is kept
 * @param engineHost the engine's address, e.g. {@code unix:///var/run/docker.sock}; found by itself when absent
 * @param allowedNetworks what tasks may ask for
 * @param ceilings what no task may exceed; an absent one is no ceiling
 * @param allowedMounts host directories under which tasks may mount
 * @param runtime the engine's runtime (runc, crun, runsc) for tasks that name none; the engine's default when absent
 * @param pulls whether images may be pulled; off for air-gapped hosts
 * @param engineTimeout for each single call to the engine
 * @param startTimeout until a started supervisor must answer
 * @param leastFreeDisk new sandboxes are refused when the host has less
 * @param rules what tasks may have beyond that
 * @param networkHolders how many containers make network namespaces; 0 lets the engine make each one
 */
@RecordBuilder
public record SandboxConfig(
        Path home,
        @Nullable String engineHost,
        String defaultImage,
        Set<Network> allowedNetworks,
        Limits ceilings,
        List<Path> allowedMounts,
        @Nullable String runtime,
        boolean pulls,
        Duration pullTimeout,
        Duration engineTimeout,
        Duration startTimeout,
        DataSize leastFreeDisk,
        WorkspaceQuota workspaceQuota,
        int networkHolders,
        TaskRules rules)
        implements SandboxConfigBuilder.With {

    /** How the workspace's limits of bytes and files are kept. */
    public enum WorkspaceQuota {
        /** By a file system of its own where the host allows to mount one; else not, with a warning. */
        AUTO,
        /** No sandbox without it. */
        REQUIRED,
        OFF
    }

    public SandboxConfig {
        if (!home.isAbsolute()) {
            throw new InvalidFieldException("home", "'" + home + "' is not absolute");
        }
        allowedNetworks = Set.copyOf(allowedNetworks);
        allowedMounts = List.copyOf(allowedMounts);
        allowedMounts.forEach(path -> {
            if (!path.isAbsolute()) {
                throw new InvalidFieldException("allowedMounts", "'" + path + "' is not absolute");
            }
        });
        Require.positive("pullTimeout", pullTimeout);
        Require.positive("engineTimeout", engineTimeout);
        Require.positive("startTimeout", startTimeout);
        if (networkHolders < 0 || networkHolders > 100) {
            throw new InvalidFieldException("networkHolders", networkHolders + " is not between 0 and 100");
        }
    }

    public static SandboxConfig defaults(Path home) {
        return new SandboxConfig(
                home,
                null,
                "debian:bookworm-slim",
                Set.of(Network.NONE),
                Limits.NONE,
                List.of(),
                null,
                true,
                Duration.ofMinutes(5),
                Duration.ofSeconds(60),
                Duration.ofSeconds(20),
                DataSize.ofGibibytes(1),
                WorkspaceQuota.AUTO,
                2,
                TaskRules.DEFAULTS);
    }
}
