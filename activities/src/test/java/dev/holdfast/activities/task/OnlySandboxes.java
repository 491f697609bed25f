package dev.holdfast.activities.task;

import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskSpec;
import java.util.Optional;

/** A host with one provider for every executor. */
record OnlySandboxes(SandboxProvider provider) implements Sandboxes {
    @Override
    public Choice choose(TaskSpec spec, Progress progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void check(StepSpec step, Limits limits) {}

    @Override
    public Optional<String> shortOfDisk() {
        return Optional.empty();
    }

    @Override
    public SandboxProvider of(Executor executor) {
        return provider;
    }
}
