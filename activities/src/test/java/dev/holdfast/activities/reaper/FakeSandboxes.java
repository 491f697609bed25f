package dev.holdfast.activities.reaper;

import dev.holdfast.activities.sandbox.ListedSandbox;
import dev.holdfast.activities.sandbox.RefusingSandboxes;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.contract.Receipt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Sandboxes that can only be listed and removed. */
final class FakeSandboxes extends RefusingSandboxes {
    private final Map<String, ListedSandbox> sandboxes = new TreeMap<>();

    void add(String id, Instant createdAt) {
        sandboxes.put(
                id, new ListedSandbox(new SandboxId(id), ListedSandbox.State.RUNNING, createdAt, null, null, Map.of()));
    }

    Set<String> there() {
        return sandboxes.keySet();
    }

    @Override
    public Receipt destroy(SandboxId id) {
        sandboxes.remove(id.value());
        return new Receipt(Receipt.State.CLEAN, id.value(), Instant.EPOCH, List.of("container"), List.of());
    }

    @Override
    public List<ListedSandbox> list() {
        return new ArrayList<>(sandboxes.values());
    }
}
