package dev.holdfast.activities.reaper;

import dev.holdfast.activities.sandbox.Inspection;
import dev.holdfast.activities.sandbox.ListedSandbox;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sandboxes that can only be listed and removed. */
final class FakeSandboxes implements SandboxProvider {
    private final Map<String, ListedSandbox> sandboxes = new TreeMap<>();

    void add(String id, Instant createdAt) {
        sandboxes.put(
                id, new ListedSandbox(new SandboxId(id), ListedSandbox.State.RUNNING, createdAt, null, null, Map.of()));
    }

    Set<String> there() {
        return sandboxes.keySet();
    }

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
    public void stop(SandboxHandle handle, Duration grace) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SandboxHandle recycle(SandboxHandle handle) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Receipt destroy(SandboxId id) {
        sandboxes.remove(id.value());
        return new Receipt(Receipt.State.CLEAN, id.value(), Instant.EPOCH, List.of("container"), List.of());
    }

    @Override
    public Inspection inspect(SandboxId id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<ListedSandbox> list() {
        return new ArrayList<>(sandboxes.values());
    }

    @Override
    public void close() {}
}
