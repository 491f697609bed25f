package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.Limits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Holds a request against what the operator allows. */
public final class Policy {
    private final SandboxConfig config;

    public Policy(SandboxConfig config) {
        this.config = config;
    }

    /** Throws, naming the field, when the request asks for more than it may have. */
    public void check(SandboxRequest request) {
        if (!config.allowedNetworks().contains(request.network())) {
            throw new SandboxException(
                    SandboxError.POLICY_REFUSED,
                    "network: '" + request.network().json() + "' is not allowed here; use one of "
                            + config.allowedNetworks().stream()
                                    .map(n -> n.json())
                                    .sorted()
                                    .toList()
                            + " or ask the operator to allow it");
        }
        checkLimits(request.limits());
    }

    /** Throws {@code limit_invalid}, naming the field, when a limit is above the operator's ceiling. */
    public void checkLimits(Limits asked) {
        Limits ceiling = config.ceilings();
        atMost("limits.cpus", asked.cpus(), ceiling.cpus());
        atMost("limits.memory", asked.memory(), ceiling.memory());
        atMost("limits.pids", asked.pids(), ceiling.pids());
        atMost("limits.tmp", asked.tmp(), ceiling.tmp());
        atMost("limits.workspace", asked.workspace(), ceiling.workspace());
        atMost("limits.workspaceFiles", asked.workspaceFiles(), ceiling.workspaceFiles());
        atMost("limits.openFiles", asked.openFiles(), ceiling.openFiles());
        atMost("limits.artifacts", asked.artifacts(), ceiling.artifacts());
    }

    private static <T extends Comparable<T>> void atMost(String field, @Nullable T asked, @Nullable T ceiling) {
        if (asked != null && ceiling != null && asked.compareTo(Objects.requireNonNull(ceiling)) > 0) {
            throw new SandboxException(
                    SandboxError.LIMIT_INVALID,
                    field + ": " + asked + " is more than the operator's ceiling of " + ceiling + "; ask for less");
        }
    }
}
