package dev.holdfast.activities.history;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A real PostgreSQL server for one test class, which registers it as an extension. */
public final class TestPostgres implements AfterAllCallback {
    private final EmbeddedPostgres server;
    private final HistoryDatabase database;

    private TestPostgres(EmbeddedPostgres server) {
        this.server = server;
        this.database = HistoryDatabase.connect(
                new PostgresConfig(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres", 4));
    }

    public static TestPostgres start() {
        try {
            return new TestPostgres(EmbeddedPostgres.start());
        } catch (IOException failed) {
            throw new UncheckedIOException("PostgreSQL does not start", failed);
        }
    }

    public HistoryDatabase database() {
        return database;
    }

    /** What no port would do. */
    public void execute(String sql) throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    public Connection connection() throws SQLException {
        return server.getPostgresDatabase().getConnection();
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        database.close();
        server.close();
    }
}
