package dev.holdfast.activities.reaper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.Placements.Room;
import dev.holdfast.activities.history.Placements.Wish;
import dev.holdfast.activities.history.TestPostgres;
import dev.holdfast.activities.sandbox.Inspection;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.local.LocalProvider;
import dev.holdfast.activities.task.Host;
import dev.holdfast.activities.task.TestReservations;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.Reservation;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Leases of real sandboxes (local processes) in a real database. */
class KeptAliveTest {
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration LONGER = Duration.ofSeconds(8);
    private static final Duration WAIT = Duration.ofMinutes(1);
    private static final Room ROOM = new Room(
            100, DataSize.ofGibibytes(100).bytes(), DataSize.ofGibibytes(1000).bytes());

    @RegisterExtension
    static final TestPostgres postgres = TestPostgres.start();

    private static final HistoryDatabase database = postgres.database();

    @TempDir
    Path home;

    private final String host = UUID.randomUUID().toString();
    private SandboxProvider provider;

    @BeforeEach
    void open() {
        provider = LocalProvider.open(SandboxConfig.defaults(home));
    }

    @AfterEach
    void removeEverything() {
        provider.list().forEach(listed -> provider.destroy(listed.id()));
        provider.close();
    }

    @Test
    void aSandboxOutlivesItsLeaseAsLongAsAWorkerKeepsIt() {
        try (ScheduledExecutorService worker = keeping()) {
            SandboxId id = sandboxOf("kept", host);

            await().during(LONGER)
                    .atMost(WAIT)
                    .untilAsserted(() -> assertThat(provider.inspect(id)).isInstanceOf(Inspection.Running.class));

            assertThat(database.leases().inUse(host))
                    .singleElement()
                    .satisfies(lease -> assertThat(lease.deadline()).isAfter(Instant.now()));
            worker.shutdownNow();
            await().atMost(WAIT)
                    .untilAsserted(() -> assertThat(provider.inspect(id)).isInstanceOf(Inspection.Dead.class));
        }
    }

    @Test
    void aSandboxWhoseTaskWasMovedToAnotherHostIsNotKept() {
        try (ScheduledExecutorService worker = keeping()) {
            SandboxId id = sandboxOf("moved", "another-host");

            await().atMost(WAIT)
                    .untilAsserted(() -> assertThat(provider.inspect(id)).isInstanceOf(Inspection.Dead.class));
            worker.shutdownNow();
        }
    }

    private ScheduledExecutorService keeping() {
        LeaseKeeper keeper =
                new LeaseKeeper(host, LEASE, database.leases(), executor -> provider, task -> true, Clock.systemUTC());
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        var unused =
                thread.scheduleWithFixedDelay(keeper::keep, 0, keeper.interval().toMillis(), TimeUnit.MILLISECONDS);
        return thread;
    }

    private SandboxId sandboxOf(String task, String placedOn) {
        TaskId taskId = new TaskId(task + "-" + host);
        SandboxRequest request =
                SandboxRequest.of(taskId, null, Limits.DEFAULTS).withLease(LEASE);
        database.placements().place(new Wish(taskId, ProjectId.DEFAULT, reservation(placedOn), ROOM, null, 3, false));
        Instant now = Instant.now();
        database.leases()
                .take(new Leases.Lease(request.id().value(), taskId, host, Executor.LOCAL, now, now.plus(LEASE)));
        return provider.start(request, Progress.NONE).id();
    }

    private static Reservation reservation(String host) {
        return TestReservations.on(new Host(host));
    }
}
