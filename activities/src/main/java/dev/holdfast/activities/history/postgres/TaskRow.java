package dev.holdfast.activities.history.postgres;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** How a task is written, as part of a statement that says first what {@code entry} is: it is taken apart in the database. */
final class TaskRow {
    static final String WRITTEN = """
            , task as (
                insert into tasks (task_id, project, state, outcome, exit_code, executor, image, host, labels, origin,
                                   requested_by, version, created_at, ended_at, spec, result, words, fingerprint,
                                   imported_from)
                select result->>'taskId', result->>'project', result->>'state', result->>'outcome',
                       (result->>'exitCode')::integer, result->>'executor', result->>'image', result->>'host',
                       coalesce(result->'labels', '{}'), result->>'origin', :requestedBy, :version,
                       (result->>'createdAt')::timestamptz, (result->>'endedAt')::timestamptz, spec, result,
                       to_tsvector('simple', searchable(concat_ws(' ', result->>'taskId', result->>'project',
                           result->>'image', result->>'labels', left(result->>'reason', 10000),
                           left((select string_agg(part #>> '{}', ' ')
                                 from jsonb_path_query(spec, '$.steps[*].command[*]') as part), 100000)))),
                       md5(concat_ws(' ', spec->>'image', jsonb_path_query_array(spec, '$.steps[*].command'))),
                       cast(:importedFrom as text)
                from entry
                on conflict (task_id) do update set
                    state = excluded.state, outcome = excluded.outcome, exit_code = excluded.exit_code,
                    executor = excluded.executor, image = excluded.image, host = excluded.host,
                    version = excluded.version, ended_at = excluded.ended_at, result = excluded.result,
                    words = case when excluded.ended_at is null then tasks.words else excluded.words end
                where tasks.version < excluded.version
                returning task_id
            ), step as (
                insert into steps (task_id, number, name, outcome, exit_code, duration_ms, result)
                select task_id, number, step->>'name', step->>'outcome', (step->>'exitCode')::integer,
                       (step->>'durationMs')::bigint, step
                from task, entry, jsonb_array_elements(result->'steps') with ordinality as s (step, number)
                on conflict do nothing
            ), transition as (
                insert into transitions (task_id, number, state, at, reason)
                select task_id, number, transition->>'state', (transition->>'at')::timestamptz, transition->>'reason'
                from task, entry, jsonb_array_elements(result->'transitions') with ordinality as t (transition, number)
                on conflict do nothing
            ), artifact as (
                insert into artifacts (task_id, path, status, size, sha256, content_type, link, reason)
                select task_id, a->>'path', a->>'status', (a->>'size')::bigint, a->>'sha256', a->>'contentType',
                       a->>'link', a->>'reason'
                from task, entry, jsonb_array_elements(result->'artifacts') as a
                on conflict do nothing
            )
            """;

    static final String TOLD = "select pg_notify(:channel, task_id) from task";

    private TaskRow() {}

    static Query bound(Query write, HistoryEntry entry, @Nullable String importedFrom) {
        return write.bind("importedFrom", importedFrom)
                .bind("result", ContractJson.LENIENT.writeValueAsString(entry.task()))
                .bind(
                        "spec",
                        ContractJson.LENIENT.writeValueAsString(entry.request().spec()))
                .bind("requestedBy", entry.request().requestedBy())
                .bind("version", entry.version())
                .bind("channel", PostgresNotifications.CHANNEL);
    }
}
