package dev.holdfast.activities.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.holdfast.activities.task.Host;
import dev.holdfast.activities.task.TestReservations;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.ResourceSample;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.Statistics;
import dev.holdfast.workflows.Begun;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresQueriesTest {
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @RegisterExtension
    static final TestPostgres postgres = TestPostgres.start();

    private static final HistoryDatabase database = postgres.database();

    @Test
    void tasksAreFoundByLabelExitCodeTimeAndText() {
        TaskHistory tasks = database.tasks();
        tasks.record(TestTasks.of("find").label("team", "blue").entry("find-1", now.minusSeconds(300)));
        tasks.record(TestTasks.of("find")
                .command("npm run build")
                .failed(OutcomeKind.EXITED, 3)
                .entry("find-2", now.minusSeconds(200)));
        tasks.record(TestTasks.of("find").command("npm test").entry("find-3", now.minusSeconds(100)));

        assertThat(found(Map.of("team", "blue"), null, null, null, null)).containsExactly("find-1");
        assertThat(found(Map.of("team", "red"), null, null, null, null)).isEmpty();
        assertThat(found(Map.of(), 3, null, null, null)).containsExactly("find-2");
        assertThat(found(Map.of(), null, now.minusSeconds(250), null, null)).containsExactly("find-3", "find-2");
        assertThat(found(Map.of(), null, null, now.minusSeconds(150), null)).containsExactly("find-2", "find-1");
        assertThat(found(Map.of(), null, null, null, "npm")).containsExactly("find-3", "find-2");
        assertThat(found(Map.of(), null, null, null, "npm build")).containsExactly("find-2");
        assertThat(found(Map.of(), null, null, null, "'; drop table tasks")).isEmpty();
    }

    @Test
    void wordsAreFoundWithinPathsAndBehindLineBreaks() {
        database.tasks()
                .record(TestTasks.of("find")
                        .command("cd src\npytest tests/unit/app_test.py::adds --seed=7")
                        .entry("find-path", now.minusSeconds(900)));

        for (String words : List.of("pytest", "app_test.py", "unit", "tests/unit", "adds", "seed 7")) {
            assertThat(found(Map.of(), null, null, null, words)).as(words).containsExactly("find-path");
        }
        assertThat(found(Map.of(), null, null, null, "apps")).isEmpty();
    }

    private static List<String> found(
            Map<String, String> labels,
            @Nullable Integer exitCode,
            @Nullable Instant since,
            @Nullable Instant until,
            @Nullable String text) {
        return database
                .tasks()
                .list(new TaskQuery(new ProjectId("find"), null, since, until, labels, exitCode, text, null, 10))
                .stream()
                .map(task -> task.taskId().value())
                .toList();
    }

    @Test
    void tasksThatEndWhileOthersLookAreAllCountedOnce() throws Exception {
        int writers = 4;
        long each = 300;
        List<Callable<Long>> work = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            String prefix = "crowd-" + writer + "-";
            work.add(() -> {
                for (int i = 0; i < each; i++) {
                    database.tasks().record(TestTasks.of("crowd").entry(prefix + i, now.minusSeconds(60)));
                }
                return 0L;
            });
            work.add(() -> {
                long seen = 0;
                for (int look = 0; look < 50; look++) {
                    long total = database.statistics()
                            .statistics(new ProjectId("crowd"), null)
                            .total();
                    assertThat(total).isGreaterThanOrEqualTo(seen);
                    seen = total;
                }
                return seen;
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(work.size())) {
            for (Future<Long> done : threads.invokeAll(work)) {
                done.get();
            }
        }

        assertThat(database.statistics()
                        .statistics(new ProjectId("crowd"), null)
                        .total())
                .isEqualTo(writers * each);
    }

    @Test
    void statisticsCountEachTaskOnceAndKnowDurations() {
        for (int i = 0; i < 18; i++) {
            database.tasks().record(TestTasks.of("stats").entry("stats-" + i, now.minusSeconds(i + 60)));
        }
        database.tasks().record(TestTasks.of("stats").entry("stats-0", now.minusSeconds(60)));
        database.tasks()
                .record(TestTasks.of("stats")
                        .failed(OutcomeKind.EXITED, 1)
                        .duration(Duration.ofSeconds(100))
                        .entry("stats-slow-1", now.minusSeconds(200)));
        database.tasks()
                .record(TestTasks.of("stats")
                        .failed(OutcomeKind.EXITED, 1)
                        .duration(Duration.ofSeconds(100))
                        .entry("stats-slow-2", now.minusSeconds(200)));

        Statistics all = database.statistics().statistics(new ProjectId("stats"), null);
        Statistics today = database.statistics().statistics(new ProjectId("stats"), now.minusSeconds(7200));

        assertThat(all.total()).isEqualTo(20);
        assertThat(all.states()).isEqualTo(Map.of("succeeded", 18L, "failed", 2L));
        assertThat(all.successRate()).isCloseTo(0.9, within(0.001));
        assertThat(all.medianMs()).isNotNull().isBetween(910L, 1090L);
        assertThat(all.p95Ms()).isNotNull().isBetween(91_000L, 109_000L);
        assertThat(today.total()).isEqualTo(20);
        assertThat(database.statistics()
                        .statistics(new ProjectId("nobody"), null)
                        .total())
                .isZero();
        assertThat(database.statistics().statistics(null, null).total()).isGreaterThanOrEqualTo(20);
    }

    @Test
    void oddEndingsAndSuddenSlownessAreNoticed() {
        TaskHistory tasks = database.tasks();
        tasks.record(TestTasks.of("odd")
                .failed(OutcomeKind.EXITED, 139)
                .signal("SEGV")
                .entry("odd-1", now));
        tasks.record(TestTasks.of("odd").failed(OutcomeKind.OOM_KILLED, 137).entry("odd-2", now));
        tasks.record(TestTasks.of("odd")
                .failed(OutcomeKind.EXITED, 2)
                .stderr("cat: /x: Permission denied\n")
                .entry("odd-3", now));
        for (int i = 0; i < 6; i++) {
            tasks.record(TestTasks.of("odd").command("make").entry("make-" + i, now.minusSeconds(100 - i)));
        }
        tasks.record(TestTasks.of("odd")
                .command("make")
                .duration(Duration.ofSeconds(9))
                .entry("make-slow", now));
        tasks.record(TestTasks.of("odd")
                .command("other")
                .duration(Duration.ofSeconds(9))
                .entry("other", now));

        Statistics statistics = database.statistics().statistics(new ProjectId("odd"), null);

        assertThat(statistics.anomalies())
                .isEqualTo(Map.of("segfault", 1L, "oom", 1L, "permission_denied", 1L, "slowdown", 1L));
        assertThat(statistics.recent())
                .filteredOn(anomaly -> anomaly.kind().equals("slowdown"))
                .singleElement()
                .satisfies(anomaly -> {
                    assertThat(anomaly.taskId()).isEqualTo(new TaskId("make-slow"));
                    assertThat(anomaly.detail()).isEqualTo("9.0 s, usually 1.0 s");
                });
    }

    @Test
    void everyCommandIsInTheAuditWhichCannotBeChanged() {
        database.tasks()
                .record(TestTasks.of("audited")
                        .command("id")
                        .failed(OutcomeKind.EXITED, 7)
                        .entry("audited-1", now));

        AuditTrail.Entry command = database.auditTrail().last(100).stream()
                .filter(entry -> entry.target().equals("audited-1/step-1"))
                .findFirst()
                .orElseThrow();
        assertThat(command.caller()).isEqualTo("somebody");
        assertThat(command.action()).isEqualTo("run command");
        assertThat(command.outcome()).isEqualTo(7);
        assertThat(command.inputs()).contains("\"-c\", \"id\"");
        for (String change : List.of("update audit set caller = 'nobody'", "delete from audit", "truncate audit")) {
            assertThatThrownBy(() -> postgres.execute(change))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("append-only");
        }
    }

    @Test
    void samplesAreKeptInTheOrderOfTime() {
        TaskId task = new TaskId("sampled");
        ResourceSample later = new ResourceSample("s", now.plusSeconds(1), 2L, 3L, 4L, 5L, 6L, 7L, null, null);
        ResourceSample sooner = new ResourceSample("s", now, 1L, 2L, 3L, 4L, 5L, 6L, null, null);
        database.samples().record(task, later);
        database.samples().record(task, sooner);

        assertThat(database.samples().of(task)).containsExactly(sooner, later);
    }

    @Test
    void whatIsBeyondAgeCountOrBytesIsNamedOldestFirstAndPinsAreSpared() {
        ProjectId project = new ProjectId("kept");
        for (int i = 1; i <= 5; i++) {
            TaskId task = new TaskId("kept-" + i);
            database.tasks().record(TestTasks.of("kept").entry(task.value(), now.minus(Duration.ofDays(10 - i))));
            database.tasks().recordArtifacts(task, List.of(artifact("a" + i, 100)));
        }
        Placements.Wish again = new Placements.Wish(
                new TaskId("kept-2"),
                project,
                TestReservations.on(new Host("host-k")),
                new Placements.Room(10, Long.MAX_VALUE, Long.MAX_VALUE),
                null,
                3,
                true);
        database.placements().place(again);
        database.placements().leave(again.taskId(), Begun.NOTHING);
        KeptTasks kept = database.kept();
        assertThat(kept.pin(new TaskId("kept-1"), true)).isTrue();
        assertThat(kept.pin(new TaskId("kept-none"), true)).isFalse();

        assertThat(kept.projects()).contains(project);
        assertThat(ids(kept.endedBefore(project, now.minus(Duration.ofDays(6)), 10)))
                .containsExactly("kept-2", "kept-3");
        assertThat(ids(kept.beyondNewest(project, 2, 10))).containsExactly("kept-2", "kept-3");
        assertThat(ids(kept.beyondBytes(project, 250, 10))).containsExactly("kept-2", "kept-3");

        assertThat(kept.needed(hash("a2"), now)).isTrue();
        kept.remove(kept.endedBefore(project, now, 1).getFirst(), "was too old", now);

        assertThat(database.tasks().find(new TaskId("kept-2"))).isEmpty();
        assertThat(database.tasks().artifacts(new TaskId("kept-2"), null, 10)).isEmpty();
        assertThat(kept.needed(hash("a2"), now)).isFalse();
        assertThat(database.placements().place(again))
                .as("its id, used again, finds nothing of how it ended")
                .isInstanceOf(Placements.Answer.Placed.class);
        assertThat(database.auditTrail().last(100))
                .anyMatch(entry -> entry.action().equals("remove task")
                        && entry.target().equals("kept-2")
                        && String.valueOf(entry.inputs()).contains("was too old"));
        assertThat(database.statistics().statistics(project, null).total()).isEqualTo(5);
    }

    @Test
    void aLogIsUnsealedUntilItIsSaidToBeSealed() {
        TaskId task = new TaskId("sealed-1");
        database.tasks().record(TestTasks.of("sealed").entry(task.value(), now.minus(Duration.ofDays(900))));

        assertThat(database.kept().unsealed(now.minus(Duration.ofDays(800)), 10))
                .containsExactly(task);
        database.kept().logSealed(task, now);
        assertThat(database.kept().unsealed(now.minus(Duration.ofDays(800)), 10))
                .isEmpty();
    }

    @Test
    void secretsOfATaskGoWithItAndThoseOfAProjectStay() {
        SealedSecrets secrets = database.secrets();
        TaskId task = new TaskId("with_secret");
        var ofTask = SealedSecrets.Owner.task(task, "ci");
        var ofOther = SealedSecrets.Owner.task(new TaskId("withXsecret"), "ci");
        var ofProject = SealedSecrets.Owner.project(new ProjectId("p"));
        for (var owner : List.of(ofTask, ofOther, ofProject)) {
            assertThat(secrets.putNew(owner, "A", new byte[] {1}, "ci", now)).isTrue();
        }
        assertThat(secrets.putNew(ofTask, "A", new byte[] {2}, "ci", now)).isFalse();
        secrets.put(ofProject, "A", new byte[] {3}, "ci", now);

        secrets.removeOf(task);

        assertThat(secrets.find(ofTask, "A")).isEmpty();
        assertThat(secrets.find(ofOther, "A")).isPresent();
        assertThat(secrets.find(ofProject, "A")).contains(new byte[] {3});
        assertThat(secrets.removeOfTasksBefore(now.plusSeconds(1))).isEqualTo(1);
        assertThat(secrets.list(Optional.of(new ProjectId("p")))).hasSize(1);
    }

    private static List<String> ids(List<KeptTasks.Kept> tasks) {
        return tasks.stream().map(task -> task.taskId().value()).toList();
    }

    private static Artifact artifact(String name, long size) {
        return new Artifact(name, Artifact.Status.COMPLETE, size, hash(name), "text/plain", null, null);
    }

    private static String hash(String name) {
        return name.repeat(32);
    }
}
