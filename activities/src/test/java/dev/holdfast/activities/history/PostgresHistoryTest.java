package dev.holdfast.activities.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.ResourceUsage;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.Transition;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import dev.holdfast.workflows.TaskRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresHistoryTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @RegisterExtension
    static final TestPostgres postgres = TestPostgres.start();

    private static final HistoryDatabase database = postgres.database();

    @Test
    void aTaskIsFoundAsItWasWritten() {
        HistoryEntry entry = entry("found", "alpha", 3, TaskState.FAILED, START);

        database.tasks().record(entry);

        assertThat(database.tasks().find(new TaskId("found"))).contains(entry.task());
        assertThat(database.tasks().findSpec(new TaskId("found")))
                .contains(entry.request().spec());
        assertThat(database.tasks().find(new TaskId("absent"))).isEmpty();
    }

    @Test
    void anOlderVersionNeverOverwritesANewerOne() {
        database.tasks().record(entry("ordered", "alpha", 5, TaskState.FAILED, START));
        database.tasks().record(entry("ordered", "alpha", 4, TaskState.RUNNING, START));

        assertThat(database.tasks().find(new TaskId("ordered")))
                .map(TaskResult::state)
                .contains(TaskState.FAILED);
    }

    @Test
    void listsAreNewestFirstAndGoOnBehindTheCursor() {
        for (int i = 0; i < 5; i++) {
            database.tasks().record(entry("page-" + i, "paging", 1, TaskState.SUCCEEDED, START.plusSeconds(i)));
        }
        ProjectId project = new ProjectId("paging");

        List<TaskResult> first = database.tasks().list(new TaskQuery(project, null, null, 2));
        List<TaskResult> second = database.tasks()
                .list(new TaskQuery(project, TaskState.SUCCEEDED, first.get(1).taskId(), 10));

        assertThat(first).extracting(task -> task.taskId().value()).containsExactly("page-4", "page-3");
        assertThat(second).extracting(task -> task.taskId().value()).containsExactly("page-2", "page-1", "page-0");
    }

    @Test
    void logChunksAreStoredOnceAndReadInOrder() {
        LogChunk first = chunk("logs", 0, "hello ");
        LogChunk second = chunk("logs", 6, "world\u0000\n");
        database.logs().append(List.of(first));
        database.logs().append(List.of(first, second));

        LogPage page = database.logs().read(new TaskId("logs"), 0, 1_000_000);

        assertThat(page.chunks())
                .extracting(chunk -> new String(chunk.bytes(), StandardCharsets.UTF_8))
                .containsExactly("hello ", "world\u0000\n");
        assertThat(database.logs().storedUpTo(new TaskId("logs"), "s1-a1")).isEqualTo(13);
        assertThat(database.logs()
                        .read(new TaskId("logs"), page.cursor(), 1_000_000)
                        .chunks())
                .isEmpty();
    }

    @Test
    void aSecondAttemptMayWriteTheSameBytesInOtherPieces() {
        database.logs().append(List.of(chunk("pieces", 0, "abcdef")));
        database.logs().append(List.of(chunk("pieces", 2, "cdefgh"), chunk("pieces", 8, "ij")));

        assertThat(text(new TaskId("pieces"))).isEqualTo("abcdefghij");
    }

    @Test
    void aHoleInALogIsAnError() {
        assertThatThrownBy(() -> database.logs().append(List.of(chunk("hole", 5, "late"))))
                .hasMessageContaining("hole from 0 to 5");
    }

    @Test
    void artifactsAreListedInPages() {
        TaskId task = new TaskId("artifacts");
        List<Artifact> artifacts = List.of(
                new Artifact("a.txt", Artifact.Status.COMPLETE, 1, "aa", "text/plain", null, null),
                new Artifact("b", Artifact.Status.LINK, 0, null, null, "/etc/passwd", null),
                new Artifact("c", Artifact.Status.FAILED, 0, null, null, null, "permission denied"));
        database.tasks().recordArtifacts(task, artifacts);
        database.tasks().recordArtifacts(task, artifacts);

        assertThat(database.tasks().artifacts(task, null, 2)).containsExactlyElementsOf(artifacts.subList(0, 2));
        assertThat(database.tasks().artifacts(task, "b", 2)).containsExactly(artifacts.get(2));
        assertThat(database.tasks().artifact(task, artifacts.get(1).path())).contains(artifacts.get(1));
        assertThat(database.tasks().artifact(task, "nothing")).isEmpty();
    }

    @Test
    void artifactsMayHaveTheLongestAndTheOddestPaths() {
        TaskId task = new TaskId("odd-paths");
        // Not compressible, because an index entry that is would fit.
        String random =
                new Random(1).ints(4096, 'a', 'z').mapToObj(Character::toString).collect(Collectors.joining());
        List<Artifact> artifacts = Stream.of("\\x00", "\\xff\\", "\u00e9", "e\u0301", random)
                .map(path -> new Artifact(path, Artifact.Status.COMPLETE, 1, "aa", null, null, null))
                .toList();
        database.tasks().recordArtifacts(task, artifacts);
        database.tasks().recordArtifacts(task, artifacts);

        assertThat(database.tasks().artifacts(task, null, 10)).containsExactlyInAnyOrderElementsOf(artifacts);
        assertThat(database.tasks().artifact(task, random)).isPresent();
    }

    @Test
    void followersAreToldOfNewChunksAndOfNewStates() {
        AtomicInteger calls = new AtomicInteger();
        try (LogStore.Subscription subscription =
                database.logs().subscribe(new TaskId("followed"), calls::incrementAndGet)) {
            assertThat(subscription).isNotNull();
            int before = calls.get();
            database.logs().append(List.of(chunk("followed", 0, "x")));
            await().until(() -> calls.get() > before);
            int afterChunk = calls.get();
            database.tasks().record(entry("followed", "alpha", 1, TaskState.RUNNING, START));
            await().until(() -> calls.get() > afterChunk);
        }
    }

    @Test
    void aLeaseEndsWithItsReceipt() {
        Leases.Lease lease = new Leases.Lease(
                "hf-lease", new TaskId("lease"), "host-1", Executor.DOCKER, START, START.plusSeconds(60));
        database.leases().take(lease);
        database.leases().renew(List.of("hf-lease"), START.plusSeconds(90));
        assertThat(database.leases().ofHost("host-1"))
                .singleElement()
                .returns(START.plusSeconds(90), Leases.Lease::deadline);

        Receipt failed = new Receipt(Receipt.State.FAILED, "hf-lease", START, List.of(), List.of("container hf-lease"));
        database.leases().giveBack("hf-lease", new TaskId("lease"), failed);
        assertThat(database.leases().ofHost("host-1")).hasSize(1);

        Receipt clean =
                new Receipt(Receipt.State.CLEAN, "hf-lease", START.plusSeconds(1), List.of("container"), List.of());
        database.leases().giveBack("hf-lease", new TaskId("lease"), clean);
        assertThat(database.leases().ofHost("host-1")).isEmpty();
    }

    @Test
    void aSandboxOfThePoolIsClaimedByOneTaskOnly() {
        database.leases()
                .take(new Leases.Lease("hf-warm", null, "host-2", Executor.DOCKER, START, START.plusSeconds(60)));
        database.leases().renew(List.of("hf-warm"), START.plusSeconds(70));

        assertThat(database.leases().claim("hf-warm", new TaskId("first"), ProjectId.DEFAULT, START.plusSeconds(80)))
                .as("it is over before")
                .isFalse();
        assertThat(database.leases().claim("hf-warm", new TaskId("first"), ProjectId.DEFAULT, START.plusSeconds(70)))
                .isTrue();
        assertThat(database.leases().claim("hf-warm", new TaskId("second"), ProjectId.DEFAULT, START.plusSeconds(70)))
                .isFalse();

        assertThat(database.leases().ofTask(new TaskId("first")))
                .singleElement()
                .returns("hf-warm", Leases.Lease::sandboxId)
                .returns(START.plusSeconds(70), Leases.Lease::deadline);
        assertThat(database.leases().ofTask(new TaskId("second"))).isEmpty();
    }

    @Test
    void aRecycledSandboxGoesBackToThePoolForItsOwnProjectOnly() {
        ProjectId mine = new ProjectId("mine");
        TaskId first = new TaskId("recycling-first");
        Leases leases = database.leases();
        leases.take(new Leases.Lease("hf-again", null, "host-3", Executor.DOCKER, START, START.plusSeconds(60)));
        leases.claim("hf-again", first, mine, START.plusSeconds(60));
        Receipt receipt = new Receipt(Receipt.State.CLEAN, "hf-again", START, List.of("processes"), List.of());

        assertThat(leases.recycle("hf-again", new TaskId("somebody-else"), START, receipt, null))
                .isFalse();
        assertThat(leases.recycle("hf-again", first, START.plusSeconds(90), receipt, null))
                .isTrue();

        assertThat(leases.ofTask(first)).isEmpty();
        assertThat(leases.ofHost("host-3"))
                .singleElement()
                .returns(null, Leases.Lease::taskId)
                .returns(mine, Leases.Lease::project);
        assertThat(leases.claim("hf-again", new TaskId("foreign"), new ProjectId("other"), START))
                .isFalse();
        assertThat(leases.claim("hf-again", new TaskId("recycling-second"), mine, START))
                .isTrue();
    }

    @Test
    void aSandboxIsEitherRemovedOrGivenBackToThePool() {
        TaskId task = new TaskId("condemning");
        Leases leases = database.leases();
        Receipt receipt = new Receipt(Receipt.State.CLEAN, "hf-either", START, List.of("processes"), List.of());
        leases.take(new Leases.Lease("hf-either", null, "host-5", Executor.DOCKER, START, START.plusSeconds(60)));
        leases.claim("hf-either", task, new ProjectId("mine"), START.plusSeconds(60));
        leases.recycle("hf-either", task, START.plusSeconds(60), receipt, null);
        assertThat(leases.condemn("hf-either", task)).isFalse();

        TaskId next = new TaskId("condemning-next");
        leases.claim("hf-either", next, new ProjectId("mine"), START.plusSeconds(60));
        leases.giveBack("hf-either", task, receipt);
        assertThat(leases.ofTask(next))
                .as("what another task has stays its own")
                .hasSize(1);

        assertThat(leases.condemn("hf-either", next)).isTrue();
        assertThat(leases.condemn("hf-either", next)).as("asked again").isTrue();
        assertThat(leases.recycle("hf-either", next, START.plusSeconds(60), receipt, null))
                .isFalse();
        leases.giveBack("hf-either", next, receipt);
        assertThat(leases.ofHost("host-5")).isEmpty();
    }

    @Test
    void theLastRowIsWrittenWithTheSandboxThatGoesBackAndNotWithoutIt() {
        TaskId task = new TaskId("ends-so");
        Leases leases = database.leases();
        leases.take(new Leases.Lease("hf-last", null, "host-4", Executor.DOCKER, START, START.plusSeconds(60)));
        leases.claim("hf-last", task, new ProjectId("mine"), START.plusSeconds(60));
        database.tasks().record(entry("ends-so", "mine", 1, TaskState.RELEASING, START));
        Receipt receipt = new Receipt(Receipt.State.CLEAN, "hf-last", START, List.of("processes"), List.of());
        HistoryEntry last = entry("ends-so", "mine", 3, TaskState.SUCCEEDED, START);

        assertThat(leases.recycle("hf-other", task, START, receipt, last)).isFalse();
        assertThat(database.tasks().find(task))
                .hasValueSatisfying(row -> assertThat(row.state()).isEqualTo(TaskState.RELEASING));

        assertThat(leases.recycle("hf-last", task, START.plusSeconds(90), receipt, last))
                .isTrue();
        assertThat(database.tasks().find(task)).contains(last.task());
        assertThat(leases.ofTask(task)).isEmpty();
    }

    private static String text(TaskId taskId) {
        StringBuilder text = new StringBuilder();
        for (LogChunk chunk : database.logs().read(taskId, 0, 1_000_000).chunks()) {
            text.append(new String(chunk.bytes(), StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    private static LogChunk chunk(String task, long offset, String text) {
        return new LogChunk(
                new TaskId(task),
                "s1-a1",
                "step-1",
                offset,
                LogChunk.Stream.STDOUT,
                START,
                text.getBytes(StandardCharsets.UTF_8),
                0);
    }

    private static HistoryEntry entry(String id, String project, long version, TaskState state, Instant created) {
        TaskSpec spec = TaskSpec.of(StepSpec.of(Command.shell("exit 3")))
                .with()
                .project(new ProjectId(project))
                .image("debian:bookworm-slim")
                .env(Map.of("A", "b"))
                .labels(Map.of("team", "x"))
                .build();
        StepResult step = new StepResult(
                "step-1",
                List.of("/bin/sh", "-c", "exit 3"),
                OutcomeKind.EXITED,
                3,
                null,
                null,
                "out",
                "",
                false,
                3,
                0,
                0,
                created,
                created.plusMillis(5),
                5,
                1,
                new ResourceUsage(1L, 2L, 3L, 0L));
        TaskResult result = new TaskResult(
                new TaskId(id),
                spec.project(),
                state,
                OutcomeKind.EXITED,
                3,
                "step-1 exited with 3",
                null,
                Executor.DOCKER,
                "an engine answers",
                spec.image(),
                "sha256:abc",
                "host-1",
                List.of(step),
                List.of(),
                0,
                Receipt.NOTHING_TO_CLEAN,
                List.of(),
                List.of(new Transition(TaskState.QUEUED, created, "accepted")),
                spec.labels(),
                null,
                created,
                created.plusSeconds(1),
                1000L);
        return new HistoryEntry(new TaskRequest(new TaskId(id), spec, "test"), version, result);
    }
}
