package dev.holdfast.activities.history;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A real PostgreSQL server for one test class. */
public final class TestPostgres implements AutoCloseable {
    private final EmbeddedPostgres server;
    private final HistoryDatabase database;

    private TestPostgres(EmbeddedPostgres server) {
        this.server = server;
        this.database = HistoryDatabase.connect(
                new PostgresConfig(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres", 4));
    }

    public static TestPostgres start() throws IOException {
        return new TestPostgres(EmbeddedPostgres.start());
    }

    public HistoryDatabase database() {
        return database;
    }

    /** What no port would do. */
    public void execute(String sql) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws IOException {
        database.close();
        server.close();
    }
}
