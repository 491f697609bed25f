package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Does nothing that a test has not given it to do. */
public abstract class RefusingSandboxes implements SandboxProvider {
    @Override
    public Executor executor() {
        return Executor.DOCKER;
    }

    @Override
    public String description() {
        return "in memory";
    }

    @Override
    public void ensureImage(@Nullable String image, Progress progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SandboxHandle start(SandboxRequest request, Progress progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<SandboxHandle> recover(SandboxId id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Supervisor connect(SandboxHandle handle) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SandboxHandle recycle(SandboxHandle handle) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void stop(SandboxHandle handle, Duration grace) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Receipt destroy(SandboxId id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Inspection inspect(SandboxId id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<ListedSandbox> list() {
        return List.of();
    }

    @Override
    public void close() {}
}
