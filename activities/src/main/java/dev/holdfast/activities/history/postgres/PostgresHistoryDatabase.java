package dev.holdfast.activities.history.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.activities.history.AccessTokens;
import dev.holdfast.activities.history.AuditTrail;
import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.Hosts;
import dev.holdfast.activities.history.KeptTasks;
import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.activities.history.Placements;
import dev.holdfast.activities.history.PostgresConfig;
import dev.holdfast.activities.history.ResourceSamples;
import dev.holdfast.activities.history.SealedSecrets;
import dev.holdfast.activities.history.StepInputs;
import dev.holdfast.activities.history.TaskHistory;
import dev.holdfast.activities.history.TaskStatistics;
import dev.holdfast.activities.history.UploadOwners;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;

/** One pool of connections; the schema is brought up to date before the first statement. */
public final class PostgresHistoryDatabase implements HistoryDatabase {
    private final HikariDataSource pool;
    private final Jdbi jdbi;
    private final PostgresNotifications notifications;
    private final ReentrantLock migrating = new ReentrantLock();
    private volatile boolean migrated;

    public PostgresHistoryDatabase(PostgresConfig config) {
        HikariConfig hikari = new HikariConfig();
        hikari.setJdbcUrl(config.url());
        hikari.setUsername(config.user());
        hikari.setPassword(config.password());
        hikari.setMaximumPoolSize(config.connections());
        hikari.setMinimumIdle(1);
        hikari.setPoolName("history");
        hikari.setConnectionTimeout(4_000);
        hikari.setInitializationFailTimeout(-1);
        hikari.addDataSourceProperty("ApplicationName", "holdfast");
        hikari.addDataSourceProperty("socketTimeout", "20");
        hikari.addDataSourceProperty("tcpKeepAlive", "true");
        this.pool = new HikariDataSource(hikari);
        this.jdbi = Jdbi.create(this::connection);
        this.notifications = new PostgresNotifications(config);
    }

    @Override
    public TaskHistory tasks() {
        return new PostgresTaskHistory(jdbi);
    }

    @Override
    public LogStore logs() {
        return new PostgresLogStore(jdbi, notifications);
    }

    @Override
    public Leases leases() {
        return new PostgresLeases(jdbi);
    }

    @Override
    public Placements placements() {
        return new PostgresPlacements(jdbi);
    }

    @Override
    public Hosts hosts() {
        return new PostgresHosts(jdbi);
    }

    @Override
    public AccessTokens accessTokens() {
        return new PostgresAccess(jdbi);
    }

    @Override
    public UploadOwners uploadOwners() {
        return new PostgresAccess(jdbi);
    }

    @Override
    public AuditTrail auditTrail() {
        return new PostgresAccess(jdbi);
    }

    @Override
    public SealedSecrets secrets() {
        return new PostgresSecrets(jdbi);
    }

    @Override
    public TaskStatistics statistics() {
        return new PostgresStatistics(jdbi);
    }

    @Override
    public ResourceSamples samples() {
        return new PostgresSamples(jdbi);
    }

    @Override
    public StepInputs inputs() {
        return new PostgresStepInputs(jdbi, notifications);
    }

    @Override
    public KeptTasks kept() {
        return new PostgresKeptTasks(jdbi);
    }

    @Override
    public boolean healthy() {
        try (Connection connection = connection()) {
            return connection.isValid(2);
        } catch (SQLException | RuntimeException down) {
            return false;
        }
    }

    @Override
    public void close() {
        notifications.close();
        pool.close();
    }

    private Connection connection() throws SQLException {
        if (!migrated) {
            migrate();
        }
        return pool.getConnection();
    }

    private void migrate() {
        migrating.lock();
        try {
            if (!migrated) {
                Flyway.configure()
                        .dataSource(pool)
                        .locations("classpath:db/holdfast")
                        // Parts of the schema grow beside each other, in ranges of numbers of their own.
                        .outOfOrder(true)
                        .load()
                        .migrate();
                migrated = true;
            }
        } finally {
            migrating.unlock();
        }
    }
}
