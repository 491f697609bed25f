package dev.holdfast.activities.task;

import dev.holdfast.activities.sandbox.ExecutorSelection;
import dev.holdfast.activities.sandbox.Policy;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxProviders;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskSpec;
import java.util.Optional;

/** The executors of this host under the operator's defaults. */
public final class HostSandboxes implements Sandboxes {
    private final SandboxProviders providers;
    private final Executor preferred;
    private final String defaultImage;
    private final Policy policy;

    /** @param preferred for tasks that say {@code auto} */
    public HostSandboxes(SandboxProviders providers, Executor preferred, String defaultImage, Policy policy) {
        this.providers = providers;
        this.preferred = preferred;
        this.defaultImage = defaultImage;
        this.policy = policy;
    }

    @Override
    public Choice choose(TaskSpec spec, Progress progress) {
        Limits limits = policy.filled(spec.limits());
        policy.checkTask(spec, limits);
        Executor wanted = spec.executor() == Executor.AUTO ? usual(spec) : spec.executor();
        String image = spec.image() == null ? defaultImage : spec.image();
        ExecutorSelection.Selected selected = providers.selection().select(wanted, image, progress);
        return new Choice(
                selected.executor(),
                selected.reason(),
                selected.executor() == Executor.LOCAL ? null : image,
                limits,
                selected.warnings());
    }

    /** What only engines have makes a task one for an engine. */
    private Executor usual(TaskSpec spec) {
        boolean engine = spec.network() == Network.BRIDGE || spec.runtime() != null;
        return preferred == Executor.OCI && engine ? Executor.AUTO : preferred;
    }

    @Override
    public void check(StepSpec step, Limits limits) {
        policy.checkStep(step, limits);
    }

    @Override
    public Optional<String> shortOfDisk() {
        return policy.shortOfDisk();
    }

    @Override
    public SandboxProvider of(Executor executor) {
        return providers.of(executor);
    }
}
