package dev.holdfast.benchmarks.groups;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.PostgresConfig;
import dev.holdfast.activities.history.TaskQuery;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** A run history of any length, in a database of its own. */
final class SampleHistory {
    private static final String ROWS = """
            insert into tasks (task_id, project, state, executor, image, host, labels, requested_by, version, created_at,
                               ended_at, spec, result)
            select 'task-' || number, 'project-' || number % 20,
                   case when number % 10 = 0 then 'failed' else 'succeeded' end, 'docker', 'debian', 'host', '{}', 'bench', 1,
                   now() - number * interval '1 second', now() - number * interval '1 second', ?::jsonb,
                   ?::jsonb || jsonb_build_object('taskId', 'task-' || number, 'project', 'project-' || number % 20)
            from generate_series(1, ?) as number
            """;

    private static final String RESULT = """
            {"taskId": "", "project": "", "state": "succeeded", "outcome": "exited", "exitCode": 0, "steps": [],
             "reason": "every step succeeded", "executor": "docker", "image": "debian", "host": "host", "artifacts": [],
             "artifactCount": 0, "cleanup": {"state": "clean", "verified": [], "left": []}, "warnings": [],
             "transitions": [], "labels": {}, "createdAt": "2026-01-01T00:00:00Z", "durationMs": 1}
            """;

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
                PreparedStatement insert = connection.prepareStatement(ROWS);
                Statement analyze = connection.createStatement()) {
            insert.setString(1, "{}");
            insert.setString(2, RESULT);
            insert.setInt(3, tasks);
            insert.execute();
            analyze.execute("vacuum analyze tasks");
        }
    }

    private static Connection connect(PostgresConfig server, String url) throws SQLException {
        return DriverManager.getConnection(url, server.user(), server.password());
    }
}
