package dev.holdfast.activities.history;

import dev.holdfast.activities.history.postgres.PostgresHistoryDatabase;

/** The run history and what belongs to it, in one database. */
public interface HistoryDatabase extends AutoCloseable {
    TaskHistory tasks();

    LogStore logs();

    Leases leases();

    Placements placements();

    Hosts hosts();

    AccessTokens accessTokens();

    UploadOwners uploadOwners();

    AuditTrail auditTrail();

    SealedSecrets secrets();

    TaskStatistics statistics();

    ResourceSamples samples();

    StepInputs inputs();

    KeptTasks kept();

    /** Whether the database answers now. */
    boolean healthy();

    @Override
    void close();

    /** Connects lazily: the first use waits for the database and brings its schema up to date. */
    static HistoryDatabase connect(PostgresConfig config) {
        return new PostgresHistoryDatabase(config);
    }
}
