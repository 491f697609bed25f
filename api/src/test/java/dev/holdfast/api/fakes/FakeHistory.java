package dev.holdfast.api.fakes;

import dev.holdfast.activities.history.AccessTokens;
import dev.holdfast.activities.history.AuditTrail;
import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.Hosts;
import dev.holdfast.activities.history.KeptTasks;
import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.activities.history.LogPage;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.activities.history.Placements;
import dev.holdfast.activities.history.ResourceSamples;
import dev.holdfast.activities.history.SealedSecrets;
import dev.holdfast.activities.history.StepInputs;
import dev.holdfast.activities.history.TaskHistory;
import dev.holdfast.activities.history.TaskQuery;
import dev.holdfast.activities.history.TaskStatistics;
import dev.holdfast.activities.history.UploadOwners;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.ResourceSample;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.Statistics;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The run history in memory, with the promises of its ports. */
public final class FakeHistory implements HistoryDatabase, TaskHistory, LogStore {
    private final Map<TaskId, HistoryEntry> entries = new ConcurrentHashMap<>();
    private final Map<TaskId, List<Artifact>> artifacts = new ConcurrentHashMap<>();
    private final Map<TaskId, List<LogChunk>> chunks = new ConcurrentHashMap<>();
    private final Map<TaskId, Collection<Runnable>> listeners = new ConcurrentHashMap<>();
    public final FakeAccess access = new FakeAccess();
    public final FakeSecrets sealed = new FakeSecrets();
    public final FakeInputs inputs = new FakeInputs();
    public volatile boolean down;

    @Override
    public void record(HistoryEntry entry) {
        answer();
        entries.merge(entry.request().taskId(), entry, (a, b) -> a.version() > b.version() ? a : b);
        tell(entry.request().taskId());
    }

    @Override
    public boolean recordDone(HistoryEntry entry, Begun begun) {
        record(entry);
        return true;
    }

    @Override
    public boolean recordImported(HistoryEntry entry, String bundle) {
        record(entry);
        return true;
    }

    @Override
    public void recordArtifacts(TaskId taskId, List<Artifact> all) {
        answer();
        artifacts.put(
                taskId,
                all.stream().sorted(Comparator.comparing(Artifact::path)).toList());
    }

    @Override
    public List<Artifact> artifacts(TaskId taskId, @Nullable String afterPath, int limit) {
        answer();
        return artifacts.getOrDefault(taskId, List.of()).stream()
                .filter(artifact -> afterPath == null || artifact.path().compareTo(afterPath) > 0)
                .limit(limit)
                .toList();
    }

    @Override
    public Optional<Artifact> artifact(TaskId taskId, String path) {
        answer();
        return artifacts.getOrDefault(taskId, List.of()).stream()
                .filter(artifact -> artifact.path().equals(path))
                .findFirst();
    }

    @Override
    public Optional<TaskResult> find(TaskId taskId) {
        answer();
        return Optional.ofNullable(entries.get(taskId)).map(HistoryEntry::task);
    }

    @Override
    public Optional<TaskSpec> findSpec(TaskId taskId) {
        answer();
        return Optional.ofNullable(entries.get(taskId))
                .map(entry -> entry.request().spec());
    }

    @Override
    public List<TaskResult> list(TaskQuery query) {
        answer();
        List<TaskResult> newestFirst = entries.values().stream()
                .map(HistoryEntry::task)
                .sorted(Comparator.comparing(TaskResult::createdAt).reversed())
                .toList();
        int from = query.after() == null
                ? 0
                : 1
                        + IntStream.range(0, newestFirst.size())
                                .filter(i -> newestFirst.get(i).taskId().equals(query.after()))
                                .findFirst()
                                .orElse(-1);
        return newestFirst.stream()
                .skip(from)
                .filter(task -> query.project() == null || task.project().equals(query.project()))
                .filter(task -> query.state() == null || task.state() == query.state())
                .filter(task -> query.exitCode() == null || query.exitCode().equals(task.exitCode()))
                .filter(task ->
                        task.labels().entrySet().containsAll(query.labels().entrySet()))
                .filter(task -> query.since() == null || !task.createdAt().isBefore(query.since()))
                .limit(query.limit())
                .toList();
    }

    @Override
    public void append(List<LogChunk> more) {
        answer();
        for (LogChunk chunk : more) {
            chunks.computeIfAbsent(chunk.taskId(), id -> new CopyOnWriteArrayList<>())
                    .add(chunk);
            tell(chunk.taskId());
        }
    }

    @Override
    public LogPage read(TaskId taskId, long cursor, int maxBytes) {
        answer();
        List<LogChunk> all = chunks.getOrDefault(taskId, List.of());
        List<LogChunk> page = new ArrayList<>();
        int next = (int) cursor;
        int bytes = 0;
        while (next < all.size() && (page.isEmpty() || bytes < maxBytes)) {
            bytes += all.get(next).bytes().length;
            page.add(all.get(next++));
        }
        return new LogPage(page, next, next == all.size());
    }

    @Override
    public long end(TaskId taskId) {
        return read(taskId, 0, Integer.MAX_VALUE).cursor();
    }

    @Override
    public long storedUpTo(TaskId taskId, String stepKey) {
        return chunks.getOrDefault(taskId, List.of()).stream()
                .filter(chunk -> chunk.stepKey().equals(stepKey))
                .mapToLong(LogChunk::end)
                .max()
                .orElse(0);
    }

    @Override
    public Subscription subscribe(TaskId taskId, Runnable listener) {
        listeners.computeIfAbsent(taskId, id -> new CopyOnWriteArrayList<>()).add(listener);
        return () -> listeners.getOrDefault(taskId, List.of()).remove(listener);
    }

    /** How many follow this task now. */
    public int followers(TaskId taskId) {
        return listeners.getOrDefault(taskId, List.of()).size();
    }

    private void tell(TaskId taskId) {
        listeners.getOrDefault(taskId, List.of()).forEach(Runnable::run);
    }

    private void answer() {
        if (down) {
            throw new IllegalStateException("fake: the database is down");
        }
    }

    @Override
    public TaskHistory tasks() {
        return this;
    }

    @Override
    public LogStore logs() {
        return this;
    }

    @Override
    public Placements placements() {
        throw new UnsupportedOperationException("the API has no business with places");
    }

    @Override
    public Hosts hosts() {
        throw new UnsupportedOperationException("the API has no business with hosts");
    }

    @Override
    public Leases leases() {
        throw new UnsupportedOperationException("the API has no business with leases");
    }

    @Override
    public AccessTokens accessTokens() {
        return access;
    }

    @Override
    public UploadOwners uploadOwners() {
        return access;
    }

    @Override
    public AuditTrail auditTrail() {
        return access;
    }

    @Override
    public SealedSecrets secrets() {
        return sealed;
    }

    @Override
    public TaskStatistics statistics() {
        return (project, since) -> {
            answer();
            return new Statistics(project, since, entries.size(), Map.of(), null, null, null, Map.of(), List.of());
        };
    }

    @Override
    public ResourceSamples samples() {
        return new ResourceSamples() {
            @Override
            public void record(TaskId taskId, ResourceSample sample) {
                throw new UnsupportedOperationException("workers take samples");
            }

            @Override
            public List<ResourceSample> of(TaskId taskId) {
                return List.of();
            }
        };
    }

    @Override
    public StepInputs inputs() {
        return inputs;
    }

    @Override
    public KeptTasks kept() {
        throw new UnsupportedOperationException("no test asks for pins yet");
    }

    @Override
    public boolean healthy() {
        return !down;
    }

    @Override
    public void close() {}
}
