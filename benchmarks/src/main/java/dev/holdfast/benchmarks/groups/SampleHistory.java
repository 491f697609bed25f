package dev.holdfast.benchmarks.groups;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.PostgresConfig;
import dev.holdfast.activities.history.TaskQuery;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A run history of any length over the same time, in a database of its own: written by statements of its own, because a
 * million tasks one by one would take an hour, with the same rows that tasks leave.
 */
final class SampleHistory {
    static final int DAYS = 60;
    static final int PROJECTS = 20;

    /** The newest is number 1. Every tenth failed, half of those with exit code 3. */
    private static final String TASKS = """
            insert into tasks (task_id, project, state, outcome, exit_code, executor, image, host, labels, requested_by,
                               version, created_at, ended_at, spec, result, words, fingerprint, log_sealed_at)
            select id, project, state, 'exited', code, 'docker', 'debian', 'host', labels, 'bench', 1, at,
                   at + interval '1 ms' * (100 + number % 5000 * 7919 % 5000), '{}',
                   ?::jsonb || jsonb_build_object('taskId', id, 'project', project, 'state', state, 'labels', labels),
                   to_tsvector('simple', concat_ws(' ', id, project, 'debian npm test', 'tenth' || number % 10,
                                                   'hundredth' || number % 100, 'unique' || number)),
                   'f' || number % 100, now()
            from generate_series(1, ?) as number,
                 lateral (select 'task-' || number as id, 'project-' || number % 20 as project,
                                 case when number % 10 = 0 then 'failed' else 'succeeded' end as state,
                                 case when number % 20 = 0 then 3 when number % 10 = 0 then 1 else 0 end as code,
                                 jsonb_build_object('team', 't' || number % 10, 'run', number::text) as labels,
                                 now() - interval '60 days' * (number / ?::float) as at) as task
            """;

    private static final String ROLLUPS = """
            insert into rollups (project, period, start, kind, key, count)
            select p, period, case period when 'all' then timestamptz 'epoch'
                                          else date_trunc(period, ended_at, 'UTC') end as begin, kind, key, count(*)
            from tasks, unnest(array['', project]) as p, unnest(array['hour', 'day', 'all']) as period,
                 lateral (values ('state', state), ('duration', floor(8 * log(2, greatest(1,
                          extract(epoch from ended_at - created_at) * 1000)::numeric))::text)) as k (kind, key)
            group by 1, 2, 3, 4, 5
            """;

    private static final String ANOMALIES = """
            insert into anomalies (task_id, project, at, kind, detail)
            select task_id, project, ended_at, 'segfault', 'step-1' from tasks where exit_code = 3
            """;

    private static final String RESULT = """
            {"outcome": "exited", "exitCode": 0, "reason": "every step succeeded", "executor": "docker", "image": "debian",
             "host": "host", "artifacts": [], "artifactCount": 0,
             "steps": [{"name": "step-1", "command": ["npm", "test"], "outcome": "exited", "exitCode": 0,
                        "stdout": "%s", "stderr": "", "truncated": false, "stdoutBytes": 800, "stderrBytes": 0,
                        "droppedBytes": 0, "durationMs": 90, "attempts": 1, "resourceUsage": {}}],
             "cleanup": {"state": "clean", "verified": ["container", "workspace"], "left": []}, "warnings": [],
             "transitions": [{"state": "queued", "at": "2026-01-01T00:00:00Z", "reason": "accepted"},
                             {"state": "succeeded", "at": "2026-01-01T00:00:01Z", "reason": "every step succeeded"}],
             "createdAt": "2026-01-01T00:00:00Z", "endedAt": "2026-01-01T00:00:01Z", "durationMs": 1000}
            """.formatted("ok 1 - it works\\n".repeat(50));

    private SampleHistory() {}

    static HistoryDatabase of(PostgresConfig server, String name, int tasks) throws SQLException {
        String database = "bench_" + name;
        try (Connection connection = connect(server, server.url());
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + database);
        }
        String url = server.url().substring(0, server.url().lastIndexOf('/') + 1) + database;
        HistoryDatabase history = HistoryDatabase.connect(new PostgresConfig(url, server.user(), server.password(), 2));
        history.tasks().list(new TaskQuery(null, null, null, 1)); // makes the tables
        fill(server, url, tasks);
        return history;
    }

    private static void fill(PostgresConfig server, String url, int tasks) throws SQLException {
        try (Connection connection = connect(server, url);
                PreparedStatement insert = connection.prepareStatement(TASKS);
                Statement statement = connection.createStatement()) {
            statement.execute("alter table tasks disable trigger task_ended");
            insert.setString(1, RESULT);
            insert.setInt(2, tasks);
            insert.setInt(3, tasks);
            insert.execute();
            statement.execute("alter table tasks enable trigger task_ended");
            statement.execute(ROLLUPS);
            statement.execute(ANOMALIES);
            statement.execute("vacuum analyze");
        }
    }

    private static Connection connect(PostgresConfig server, String url) throws SQLException {
        return DriverManager.getConnection(url, server.user(), server.password());
    }
}
