package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.TaskHistory;
import dev.holdfast.activities.history.TaskQuery;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** One statement per write: the database takes the task apart, so that a write costs one round trip. */
final class PostgresTaskHistory implements TaskHistory {
    private static final String ENTRY = """
            with entry as (
                select cast(:result as jsonb) as result, cast(:spec as jsonb) as spec
            )
            """;

    private static final String ENTRY_OF_ONE_DONE = """
            with leaves as (
                update placements set left_at = now(), begun = cast(:begun as jsonb)
                where task_id = :task and left_at is null
                returning task_id
            ), entry as (
                select cast(:result as jsonb) as result, cast(:spec as jsonb) as spec from leaves
            )
            """;

    private final Jdbi jdbi;

    PostgresTaskHistory(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    @Override
    public void record(HistoryEntry entry) {
        write(entry, null);
    }

    @Override
    public boolean recordImported(HistoryEntry entry, String bundle) {
        String task = entry.request().taskId().value();
        return jdbi.inTransaction(handle -> {
            handle.createQuery("select pg_advisory_xact_lock(hashtextextended(:task, 1))")
                    .bind("task", task)
                    .mapToMap()
                    .list();
            Optional<Boolean> same = handle.createQuery(
                            "select coalesce(imported_from = :bundle, false) from tasks where task_id = :task")
                    .bind("bundle", bundle)
                    .bind("task", task)
                    .mapTo(Boolean.class)
                    .findOne();
            if (same.isEmpty()) {
                write(entry, bundle);
            }
            return same.orElse(true);
        });
    }

    @Override
    public boolean recordDone(HistoryEntry entry, Begun begun) {
        return jdbi.withHandle(handle -> !TaskRow.bound(
                        handle.createQuery(ENTRY_OF_ONE_DONE + TaskRow.WRITTEN + TaskRow.TOLD), entry, null)
                .bind("task", entry.request().taskId().value())
                .bind("begun", ContractJson.LENIENT.writeValueAsString(begun))
                .mapToMap()
                .list()
                .isEmpty());
    }

    private void write(HistoryEntry entry, @Nullable String importedFrom) {
        jdbi.useHandle(
                handle -> TaskRow.bound(handle.createQuery(ENTRY + TaskRow.WRITTEN + TaskRow.TOLD), entry, importedFrom)
                        .mapToMap()
                        .list());
    }

    @Override
    public void recordArtifacts(TaskId taskId, List<Artifact> artifacts) {
        jdbi.useHandle(handle -> handle.createUpdate("""
                        insert into artifacts (task_id, path, status, size, sha256, content_type, link, reason)
                        select :task, a->>'path', a->>'status', (a->>'size')::bigint, a->>'sha256', a->>'contentType',
                               a->>'link', a->>'reason'
                        from jsonb_array_elements(cast(:artifacts as jsonb)) as a
                        on conflict (task_id, path_hash) do update set
                            status = excluded.status, size = excluded.size, sha256 = excluded.sha256,
                            content_type = excluded.content_type, link = excluded.link, reason = excluded.reason
                        """)
                .bind("task", taskId.value())
                .bind("artifacts", ContractJson.LENIENT.writeValueAsString(artifacts))
                .execute());
    }

    @Override
    public List<Artifact> artifacts(TaskId taskId, @Nullable String afterPath, int limit) {
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select * from artifacts where task_id = :task and path > :after order by path limit :limit
                        """)
                .bind("task", taskId.value())
                .bind("after", afterPath == null ? "" : afterPath)
                .bind("limit", limit)
                .map((row, context) -> artifact(row))
                .list());
    }

    @Override
    public Optional<Artifact> artifact(TaskId taskId, String path) {
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select * from artifacts where task_id = :task and path = :path
                        """)
                .bind("task", taskId.value())
                .bind("path", path)
                .map((row, context) -> artifact(row))
                .findOne());
    }

    private static Artifact artifact(ResultSet row) throws SQLException {
        return new Artifact(
                row.getString("path"),
                Artifact.Status.fromJson(row.getString("status")),
                row.getLong("size"),
                row.getString("sha256"),
                row.getString("content_type"),
                row.getString("link"),
                row.getString("reason"));
    }

    @Override
    public Optional<TaskResult> find(TaskId taskId) {
        return column("result", taskId).map(json -> ContractJson.LENIENT.readValue(json, TaskResult.class));
    }

    @Override
    public Optional<TaskSpec> findSpec(TaskId taskId) {
        return column("spec", taskId).map(json -> ContractJson.LENIENT.readValue(json, TaskSpec.class));
    }

    private Optional<String> column(String name, TaskId taskId) {
        return jdbi.withHandle(handle -> handle.createQuery("select <column>::text from tasks where task_id = :id")
                .define("column", name)
                .bind("id", taskId.value())
                .mapTo(String.class)
                .findOne());
    }

    @Override
    public List<TaskResult> list(TaskQuery query) {
        return jdbi.withHandle(handle -> TaskListing.of(query)
                .on(handle)
                .mapTo(String.class)
                .map(json -> ContractJson.LENIENT.readValue(json, TaskResult.class))
                .list());
    }
}
