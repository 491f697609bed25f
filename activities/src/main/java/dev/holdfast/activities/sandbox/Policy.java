package dev.holdfast.activities.sandbox;

import dev.holdfast.activities.sandbox.home.FreeSpace;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskSpec;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Holds a request against what the operator allows. */
public final class Policy {
    private final SandboxConfig config;

    public Policy(SandboxConfig config) {
        this.config = config;
    }

    /** What a task asked for, filled up by the usual limits, as far as the operator's ceilings let them. */
    public Limits filled(Limits asked) {
        Limits usual = Limits.DEFAULTS;
        Limits ceiling = config.ceilings();
        return asked.orElse(new Limits(
                less(usual.cpus(), ceiling.cpus()),
                less(usual.memory(), ceiling.memory()),
                less(usual.pids(), ceiling.pids()),
                less(usual.tmp(), ceiling.tmp()),
                less(usual.workspace(), ceiling.workspace()),
                less(usual.workspaceFiles(), ceiling.workspaceFiles()),
                less(usual.openFiles(), ceiling.openFiles()),
                less(usual.artifacts(), ceiling.artifacts())));
    }

    private static <T extends Comparable<T>> @Nullable T less(@Nullable T usual, @Nullable T ceiling) {
        return usual == null || ceiling == null || usual.compareTo(Objects.requireNonNull(ceiling)) <= 0
                ? usual
                : ceiling;
    }

    /** Why no sandbox can be made on this host now, as the end of a sentence about it; empty when one can. */
    public Optional<String> shortOfDisk() {
        return FreeSpace.isShort(config.home(), config.leastFreeDisk())
                ? Optional.of("has " + FreeSpace.mebibytesLeft(config.home()) + " MiB of disk left and keeps "
                        + config.leastFreeDisk()
                        + " free: no task is let in until there is more; free some space, remove"
                        + " old tasks (holdfast prune), or lower HOLDFAST_SANDBOXES_LEAST_FREE_DISK")
                : Optional.empty();
    }

    /** Throws, naming the field, when the request asks for more than it may have. */
    public void check(SandboxRequest request) {
        checkNetwork(request.network());
        checkLimits(request.limits());
        checkRuntime(request.runtime());
    }

    /**
     * Holds all that a task asks for against what it may have, before anything is made for it.
     *
     * @param limits of the task, every field filled
     */
    public void checkTask(TaskSpec spec, Limits limits) {
        checkNetwork(spec.network());
        checkLimits(limits);
        checkRuntime(spec.runtime());
        spec.steps().forEach(step -> checkStep(step, limits));
    }

    /** What one step may have is bounded by its sandbox, and its time and output by the operator. */
    public void checkStep(StepSpec step, Limits limits) {
        try {
            step.requireWithin(limits);
        } catch (InvalidFieldException tooMuch) {
            throw new SandboxException(SandboxError.LIMIT_INVALID, String.valueOf(tooMuch.getMessage()));
        }
        TaskRules rules = config.rules();
        within("steps.timeout", step.timeout(), rules.longestStep(), "the operator's ceiling");
        within("steps.outputLimit", step.outputLimit(), rules.largestOutput(), "the operator's ceiling");
    }

    private void checkNetwork(Network network) {
        if (!config.allowedNetworks().contains(network)) {
            throw new SandboxException(
                    SandboxError.POLICY_REFUSED,
                    "network: '" + network.json() + "' is not allowed here; use one of "
                            + config.allowedNetworks().stream()
                                    .map(n -> n.json())
                                    .sorted()
                                    .toList()
                            + " or ask the operator to allow it");
        }
    }

    private void checkRuntime(@Nullable String runtime) {
        if (runtime != null
                && !runtime.equals(config.runtime())
                && !config.rules().runtimes().contains(runtime)) {
            throw new SandboxException(
                    SandboxError.POLICY_REFUSED,
                    "runtime: '" + runtime + "' is not allowed here; leave it out, use one of "
                            + config.rules().runtimes().stream().sorted().toList()
                            + " or ask the operator to allow it");
        }
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
        within(field, asked, ceiling, "the operator's ceiling");
    }

    private static <T extends Comparable<T>> void within(
            String field, @Nullable T asked, @Nullable T bound, String whose) {
        if (asked != null && bound != null && asked.compareTo(Objects.requireNonNull(bound)) > 0) {
            throw new SandboxException(
                    SandboxError.LIMIT_INVALID,
                    field + ": " + asked + " is more than " + whose + " of " + bound + "; ask for less");
        }
    }
}
