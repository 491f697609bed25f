package dev.holdfast.api.fakes;

import dev.holdfast.activities.history.SealedSecrets;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Sealed secrets in memory. */
public final class FakeSecrets implements SealedSecrets {
    public record Key(Owner owner, String name) {}

    public final Map<Key, byte[]> rows = new ConcurrentHashMap<>();

    @Override
    public void put(Owner owner, String name, byte[] sealed, String createdBy, Instant at) {
        rows.put(new Key(owner, name), sealed);
    }

    @Override
    public boolean putNew(Owner owner, String name, byte[] sealed, String createdBy, Instant at) {
        return rows.putIfAbsent(new Key(owner, name), sealed) == null;
    }

    @Override
    public Optional<byte[]> find(Owner owner, String name) {
        return Optional.ofNullable(rows.get(new Key(owner, name)));
    }

    @Override
    public List<Stored> list(Optional<ProjectId> project) {
        return rows.keySet().stream()
                .filter(key -> key.owner().kind().equals("project"))
                .map(key -> new Stored(new ProjectId(key.owner().id()), key.name(), "fake", Instant.EPOCH))
                .filter(stored -> project.isEmpty() || stored.project().equals(project.get()))
                .toList();
    }

    @Override
    public boolean remove(Owner owner, String name) {
        return rows.remove(new Key(owner, name)) != null;
    }

    @Override
    public void removeOf(TaskId taskId) {
        throw new UnsupportedOperationException("the worker does this");
    }

    @Override
    public int removeOfTasksBefore(Instant time) {
        throw new UnsupportedOperationException("the worker does this");
    }
}
