package dev.holdfast.activities.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.TestPostgres;
import dev.holdfast.activities.reaper.Reaper;
import dev.holdfast.activities.sandbox.Inspection;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.local.LocalProvider;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.ReaperActivities.ReapReport;
import dev.holdfast.workflows.ReaperActivities.ReapRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The pool and the reaper on real sandboxes (local processes) and a real database. */
class WarmPoolTest {
    private static final Duration WAIT = Duration.ofMinutes(1);
    private static final Profile USUAL = new Profile(Executor.LOCAL, null, Limits.DEFAULTS, Network.NONE);

    @RegisterExtension
    static final TestPostgres postgres = TestPostgres.start();

    private static final HistoryDatabase database = postgres.database();

    @TempDir
    Path home;

    private final String host = UUID.randomUUID().toString();
    private SandboxProvider provider;
    private WarmPool pool;

    @BeforeEach
    void startPool() {
        provider = LocalProvider.open(SandboxConfig.defaults(home));
        pool = pool();
        pool.start(List.of(USUAL));
        await().atMost(WAIT).until(() -> waiting(pool) == 2);
    }

    @AfterEach
    void removeEverything() {
        pool.close();
        provider.list().forEach(listed -> provider.destroy(listed.id()));
        provider.close();
    }

    @Test
    void aWaitingSandboxIsGivenOnceAndReplaced() {
        SandboxHandle first = claim(pool, "one").orElseThrow();
        SandboxHandle second = claim(pool, "two").orElseThrow();

        assertThat(first.id()).isNotEqualTo(second.id());
        assertThat(leases().ofTask(new TaskId("one")))
                .extracting(Leases.Lease::sandboxId)
                .containsExactly(first.id().value());
        await().atMost(WAIT).until(() -> waiting(pool) == 2);
        assertThat(pool.statistics().hitRate()).isEqualTo(1.0);
    }

    @Test
    void aTaskThatHasASandboxGetsNoSecondOneAndThoseThatWaitStay() {
        SandboxHandle first = claim(pool, "one-only").orElseThrow();
        await().atMost(WAIT).until(() -> waiting(pool) == 2);

        assertThat(claim(pool, "one-only")).isEmpty();

        assertThat(waiting(pool)).isEqualTo(2);
        assertThat(leases().ofTask(new TaskId("one-only")))
                .extracting(Leases.Lease::sandboxId)
                .containsExactly(first.id().value());
        assertThat(claim(pool, "another-one")).isPresent();
    }

    @Test
    void aPoolIsNotFilledUpWhileMoreTasksAreUnderWayThanProcessors() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        List<Future<Boolean>> tasks = new ArrayList<>();
        try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int task = 0; task <= Runtime.getRuntime().availableProcessors(); task++) {
                tasks.add(crowd.submit(() -> pool.calm().during(() -> awaited(over))));
            }
            await().atMost(WAIT).until(() -> pool.calm().crowded());

            assertThat(claim(pool, "of-a-crowd")).isPresent();
            assertThat(claim(pool, "of-a-crowd-too")).isPresent();

            await().during(Duration.ofSeconds(2)).atMost(WAIT).until(() -> waiting(pool) == 0);
            over.countDown();
        }
        for (Future<Boolean> task : tasks) {
            assertThat(task.get()).isTrue();
        }
        await().atMost(WAIT).until(() -> waiting(pool) == 2);
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void whatThePoolDoesNotHaveIsAMissAndIsMadeForTheNextOne() {
        Profile other =
                new Profile(Executor.LOCAL, null, Limits.NONE.withCpus(2.0).orElse(Limits.DEFAULTS), Network.NONE);

        assertThat(pool.claim(other, ProjectId.DEFAULT, new TaskId("first"))).isEmpty();
        await().atMost(WAIT).until(() -> waiting(pool) == 4);
        assertThat(pool.claim(other, ProjectId.DEFAULT, new TaskId("second"))).isPresent();
        assertThat(pool.statistics().misses()).isEqualTo(1);
    }

    @Test
    void theNextWorkerAdoptsWhatWaits() {
        List<SandboxId> before =
                provider.list().stream().map(listed -> listed.id()).toList();
        try (WarmPool next = pool()) {
            next.start(List.of(USUAL));
            await().atMost(WAIT).until(() -> waiting(next) == 2);

            assertThat(claim(next, "adopted").orElseThrow().id()).isIn(before);
        }
    }

    @Test
    void whatATaskGotByAnotherWorkerOfTheHostIsNotRemoved() {
        try (WarmPool other = pool()) {
            other.start(List.of(USUAL));
            await().atMost(WAIT).until(() -> waiting(other) == 2);
            SandboxHandle claimed = claim(other, "by-another-worker").orElseThrow();

            pool.close();

            assertThat(provider.inspect(claimed.id())).isInstanceOf(Inspection.Running.class);
        }
    }

    @Test
    void whatIsBeingRemovedIsNeitherClaimedNorRenewed() {
        for (Leases.Lease lease : leases().ofHost(host)) {
            assertThat(leases().withdraw(lease.sandboxId())).isTrue();
        }
        leaseUntil(Instant.now().plusSeconds(600));

        assertThat(claim(pool, "of-what-goes")).isEmpty();
    }

    @Test
    void aSandboxIsNotLostToThePoolBecauseTheDatabaseWasAway() {
        AwayLeases leases = new AwayLeases(leases());
        try (WarmPool unlucky =
                new WarmPool(PoolConfig.singleUse(2, 2, Duration.ofMinutes(5)), host, leases, executor -> provider)) {
            unlucky.start(List.of(USUAL));
            await().atMost(WAIT).until(() -> waiting(unlucky) == 2);

            leases.away = true;
            assertThatIllegalStateException().isThrownBy(() -> claim(unlucky, "unlucky"));
            leases.away = false;

            assertThat(waiting(unlucky)).isEqualTo(2);
            assertThat(claim(unlucky, "unlucky")).isPresent();
        }
    }

    @Test
    void whatIsAdoptedIsRenewedAtOnce() {
        leaseUntil(Instant.now().plusSeconds(100));
        try (WarmPool next = pool()) {
            next.start(List.of(USUAL));

            await().atMost(WAIT)
                    .untilAsserted(() -> assertThat(leases().ofHost(host))
                            .hasSize(2)
                            .allSatisfy(lease -> assertThat(lease.deadline())
                                    .isAfter(Instant.now().plusSeconds(200))));
        }
    }

    @Test
    void aClaimPromisesNoMoreThanTheSandboxWasGiven() {
        Instant given = Instant.now().plusSeconds(100).truncatedTo(ChronoUnit.MILLIS);
        leaseUntil(given);

        assertThat(claim(pool, "promised")).isPresent();

        assertThat(leases().ofTask(new TaskId("promised")))
                .extracting(Leases.Lease::deadline)
                .containsExactly(given);
    }

    @Test
    void aSandboxWhoseLeaseIsAlmostOverIsNotGiven() {
        leaseUntil(Instant.now().plusSeconds(60));

        assertThat(claim(pool, "too-late")).isEmpty();
        await().atMost(WAIT).until(() -> waiting(pool) == 2);
        assertThat(claim(pool, "of-the-new-ones")).isPresent();
    }

    private void leaseUntil(Instant deadline) {
        leases().renew(
                        leases().ofHost(host).stream()
                                .map(Leases.Lease::sandboxId)
                                .toList(),
                        deadline);
    }

    @Test
    void whatIsMoreThanThePoolMayHoldIsRemoved() {
        try (WarmPool smaller = pool(1)) {
            smaller.start(List.of(USUAL));

            await().atMost(WAIT).untilAsserted(() -> {
                assertThat(waiting(smaller)).isEqualTo(1);
                assertThat(provider.list()).hasSize(1);
            });
        }
    }

    @Test
    void closingRemovesWhatWaitsAndLeavesWhatTasksHave() {
        SandboxHandle claimed = claim(pool, "kept").orElseThrow();

        pool.close();

        assertThat(provider.list()).extracting(listed -> listed.id()).containsExactly(claimed.id());
        assertThat(provider.inspect(claimed.id())).isInstanceOf(Inspection.Running.class);
    }

    @Test
    void theReaperSparesThePoolAndTakesOrphans() {
        SandboxHandle orphan = provider.start(request("orphan"), Progress.NONE);

        ReapReport dry = reaper(Duration.ZERO).reap(new ReapRequest(true));
        assertThat(dry.removed()).containsExactly(orphan.id().value());
        assertThat(provider.inspect(orphan.id())).isInstanceOf(Inspection.Running.class);

        ReapReport real = reaper(Duration.ZERO).reap(new ReapRequest(false));
        assertThat(real.removed()).containsExactly(orphan.id().value());
        assertThat(real.spared()).isEqualTo(2);
        assertThat(provider.inspect(orphan.id())).isInstanceOf(Inspection.Absent.class);
    }

    @Test
    void theReaperSparesTheYoung() {
        SandboxHandle young = provider.start(request("young"), Progress.NONE);

        assertThat(reaper(Duration.ofMinutes(5)).reap(new ReapRequest(false)).removed())
                .isEmpty();
        assertThat(provider.inspect(young.id())).isInstanceOf(Inspection.Running.class);
    }

    @Test
    void theReaperTakesTheSandboxOfATaskThatIsClosedOrWhoseLeaseIsOver() {
        SandboxHandle open = leased("open", Instant.now().plusSeconds(600));
        SandboxHandle closed = leased("closed", Instant.now().plusSeconds(600));
        SandboxHandle over = leased("over", Instant.now().minusSeconds(1));

        ReapReport report = reaper(Duration.ZERO).reap(new ReapRequest(false));

        assertThat(report.removed())
                .containsExactlyInAnyOrder(closed.id().value(), over.id().value());
        assertThat(provider.inspect(open.id())).isInstanceOf(Inspection.Running.class);
        assertThat(leases().ofTask(new TaskId("closed"))).isEmpty();
    }

    private SandboxHandle leased(String task, Instant deadline) {
        SandboxRequest request = request(task);
        leases().take(new Leases.Lease(
                request.id().value(),
                new TaskId(task),
                host,
                Executor.LOCAL,
                Instant.now().minusSeconds(60),
                deadline));
        return provider.start(request, Progress.NONE);
    }

    private static SandboxRequest request(String task) {
        return SandboxRequest.of(new TaskId(task), null, Limits.DEFAULTS);
    }

    private Reaper reaper(Duration grace) {
        return new Reaper(
                host, leases(), () -> List.of(provider), task -> task.value().equals("open"), grace, Clock.systemUTC());
    }

    private WarmPool pool() {
        return pool(2);
    }

    private WarmPool pool(int size) {
        return new WarmPool(PoolConfig.singleUse(size, 2, Duration.ofMinutes(5)), host, leases(), executor -> provider);
    }

    private static Optional<SandboxHandle> claim(WarmPool pool, String task) {
        return pool.claim(USUAL, ProjectId.DEFAULT, new TaskId(task));
    }

    private static int waiting(WarmPool pool) {
        return pool.statistics().idle().values().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    private static Leases leases() {
        return database.leases();
    }
}
