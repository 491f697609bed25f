package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.KeptTasks;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/** Which rows go. What belongs to a task without a reference to it goes in the same transaction. */
final class PostgresKeptTasks implements KeptTasks {
    private static final String WITH_BYTES = """
            select task_id, project, ended_at,
                   coalesce((select sum(size) from artifacts a
                             where a.task_id = t.task_id and status = 'complete'), 0)::bigint as bytes
            from tasks t where project = :project and ended_at is not null
            """;
    private static final List<String> BELONGINGS = List.of(
            "artifacts",
            "log_chunks",
            "resource_samples",
            "step_inputs",
            "receipts",
            "anomalies",
            "placements",
            "tasks");

    private final Jdbi jdbi;

    PostgresKeptTasks(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    @Override
    public boolean pin(TaskId taskId, boolean pinned) {
        return jdbi.withHandle(handle -> handle.createUpdate("update tasks set pinned = :pinned where task_id = :task")
                        .bind("pinned", pinned)
                        .bind("task", taskId.value())
                        .execute()
                == 1);
    }

    @Override
    public Optional<Boolean> pinned(TaskId taskId) {
        return jdbi.withHandle(handle -> handle.createQuery("select pinned from tasks where task_id = :task")
                .bind("task", taskId.value())
                .mapTo(Boolean.class)
                .findOne());
    }

    @Override
    public List<ProjectId> projects() {
        // One step of the index for each project, however many tasks it has.
        return jdbi.withHandle(handle ->
                handle.createQuery("""
                        with recursive p (project) as (
                            select min(project) from tasks
                            union all
                            select (select min(project) from tasks where project > p.project) from p
                            where p.project is not null
                        ) select project from p where project is not null
                        """).mapTo(String.class).map(ProjectId::new).list());
    }

    @Override
    public List<Kept> endedBefore(ProjectId project, Instant time, int limit) {
        return query(
                WITH_BYTES + " and not pinned and ended_at < :time order by ended_at limit :limit",
                Map.of("project", project.value(), "time", at(time), "limit", limit));
    }

    @Override
    public List<Kept> beyondNewest(ProjectId project, long newest, int limit) {
        return query(
                "select * from (" + WITH_BYTES + " and not pinned order by ended_at desc offset :newest) old"
                        + " order by ended_at limit :limit",
                Map.of("project", project.value(), "newest", newest, "limit", limit));
    }

    @Override
    public List<Kept> beyondBytes(ProjectId project, long bytes, int limit) {
        return query("""
                select * from (
                    select k.*, sum(bytes) over (order by ended_at desc, task_id) as together
                    from (%s and not pinned) k
                ) old where together > :most and bytes > 0 order by ended_at limit :limit
                """.formatted(WITH_BYTES), Map.of("project", project.value(), "most", bytes, "limit", limit));
    }

    private List<Kept> query(String sql, Map<String, ?> values) {
        return jdbi.withHandle(handle -> handle.createQuery(sql)
                .bindMap(values)
                .map((row, context) -> new Kept(
                        new TaskId(row.getString("task_id")),
                        new ProjectId(row.getString("project")),
                        row.getObject("ended_at", OffsetDateTime.class).toInstant(),
                        row.getLong("bytes")))
                .list());
    }

    @Override
    public void remove(Kept task, String reason, Instant at) {
        jdbi.useTransaction(handle -> {
            for (String table : BELONGINGS) {
                handle.createUpdate("delete from <table> where task_id = :task")
                        .define("table", table)
                        .bind("task", task.taskId().value())
                        .execute();
            }
            handle.createUpdate("""
                            insert into audit (at, caller, action, target, outcome, inputs)
                            values (:at, 'retention', 'remove task', :task, 0,
                                    jsonb_build_object('reason', :reason::text, 'bytes', :bytes::bigint,
                                                       'project', :project::text))
                            """)
                    .bind("at", at(at))
                    .bind("task", task.taskId().value())
                    .bind("reason", reason)
                    .bind("bytes", task.bytes())
                    .bind("project", task.project().value())
                    .execute();
        });
    }

    @Override
    public boolean needed(String sha256, Instant uploadedSince) {
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select exists (select 1 from artifacts where sha256 = :sha256)
                            or exists (select 1 from uploads where sha256 = :sha256 and at >= :since)
                            or exists (select 1 from tasks where spec->'files' @>
                                       jsonb_build_array(jsonb_build_object('sha256', :sha256::text)))
                        """)
                .bind("sha256", sha256)
                .bind("since", at(uploadedSince))
                .mapTo(Boolean.class)
                .one());
    }

    @Override
    public List<TaskId> unsealed(Instant endedBefore, int limit) {
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select task_id from tasks where log_sealed_at is null and ended_at < :before
                        order by ended_at limit :limit
                        """)
                .bind("before", at(endedBefore))
                .bind("limit", limit)
                .mapTo(String.class)
                .map(TaskId::new)
                .list());
    }

    @Override
    public void logSealed(TaskId taskId, Instant at) {
        jdbi.useHandle(handle -> handle.createUpdate("update tasks set log_sealed_at = :at where task_id = :task")
                .bind("at", at(at))
                .bind("task", taskId.value())
                .execute());
    }

    private static OffsetDateTime at(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
