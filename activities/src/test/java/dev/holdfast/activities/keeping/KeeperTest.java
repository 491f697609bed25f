package dev.holdfast.activities.keeping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.artifacts.LogArchive;
import dev.holdfast.activities.artifacts.MemoryStorage;
import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.activities.history.TestPostgres;
import dev.holdfast.activities.history.TestTasks;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.KeeperActivities.TidyReport;
import dev.holdfast.workflows.KeeperActivities.TidyRequest;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class KeeperTest {
    private final Instant now = Instant.now().plus(Duration.ofDays(30));

    @RegisterExtension
    static final TestPostgres postgres = TestPostgres.start();

    private final MemoryStorage storage = new MemoryStorage();
    private final List<TaskId> forgotten = new ArrayList<>();

    @Test
    void aDryRunNamesWhatTheRoundThenRemovesWithContentThatNobodyElseNeeds() {
        HistoryDatabase history = postgres.database();
        TaskId old = task("keep-old", now.minus(Duration.ofDays(20)), "only here", "shared");
        TaskId pinned = task("keep-pinned", now.minus(Duration.ofDays(20)), "pinned");
        TaskId young = task("keep-young", now.minus(Duration.ofDays(2)), "shared");
        history.kept().pin(pinned, true);
        RetentionPolicy policy = new RetentionPolicy(Duration.ofDays(10), null, DataSize.ofMebibytes(1));

        TidyReport dry = keeper(policy).tidy(new TidyRequest(true), () -> {});
        assertThat(history.tasks().find(old)).isPresent();
        TidyReport wet = keeper(policy).tidy(new TidyRequest(false), () -> {});

        assertThat(dry.first()).singleElement().asString().startsWith("keep-old: ended more than");
        assertThat(wet.removedTasks()).isEqualTo(1);
        assertThat(wet.removedBlobs()).isEqualTo(1);
        assertThat(wet.freedBytes()).isEqualTo("only here".length());
        assertThat(wet.sealedLogs()).isEqualTo(3);
        assertThat(wet.failed()).isEmpty();
        assertThat(forgotten).containsExactly(old);
        assertThat(history.tasks().find(old)).isEmpty();
        assertThat(history.tasks().find(young)).isPresent();
        assertThat(history.tasks().find(pinned)).isPresent();
        LogArchive archive = new LogArchive(history.logs(), storage.objects());
        assertThat(archive.open(old)).isEmpty();
        assertThat(archive.open(young)).isPresent();
    }

    @Test
    void logsAreSealedWhenTheCrowdHasGone() {
        TaskId ended = task("keep-crowd", now, "in a crowd");
        AtomicBoolean crowded = new AtomicBoolean(true);
        AtomicInteger looked = new AtomicInteger();
        LogSealing sealing = sealing(() -> {
            looked.incrementAndGet();
            return crowded.get();
        });
        LogArchive archive = new LogArchive(postgres.database().logs(), storage.objects());

        sealing.accept(ended);

        await().atMost(Duration.ofMinutes(1)).until(() -> looked.get() > 2);
        assertThat(archive.open(ended)).isEmpty();
        crowded.set(false);
        await().atMost(Duration.ofMinutes(1)).until(() -> archive.open(ended).isPresent());
    }

    private LogSealing sealing(BooleanSupplier crowded) {
        HistoryDatabase history = postgres.database();
        LogArchive archive = new LogArchive(history.logs(), storage.objects());
        return new LogSealing(history.kept(), archive, Clock.fixed(now, ZoneOffset.UTC), crowded);
    }

    private Keeper keeper(RetentionPolicy policy) {
        Clock clock = Clock.fixed(now, ZoneOffset.UTC);
        return new Keeper(postgres.database(), storage, sealing(() -> false), forgotten::add, project -> policy, clock);
    }

    private TaskId task(String id, Instant created, String... contents) {
        TaskId task = new TaskId(id);
        HistoryDatabase history = postgres.database();
        history.tasks().record(TestTasks.of("keep").entry(id, created));
        history.logs()
                .append(List.of(new LogChunk(
                        task, "s1-a1", "step-1", 0, LogChunk.Stream.STDOUT, created, new byte[] {'x'}, 0)));
        history.tasks()
                .recordArtifacts(
                        task,
                        List.of(contents).stream()
                                .map(content -> artifact(content))
                                .toList());
        return task;
    }

    private Artifact artifact(String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        return new Artifact(
                content,
                Artifact.Status.COMPLETE,
                bytes.length,
                storage.blobs().put(bytes).sha256(),
                null,
                null,
                null);
    }
}
