package dev.holdfast.activities.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.artifacts.MemoryStorage;
import dev.holdfast.activities.diff.TaskComparison;
import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.activities.history.TestPostgres;
import dev.holdfast.activities.history.TestTasks;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.ResourceSample;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.TaskDiff;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two installations that know nothing of each other. */
class BundleTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @RegisterExtension
    static final TestPostgres here = TestPostgres.start();

    @RegisterExtension
    static final TestPostgres elsewhere = TestPostgres.start();

    private final MemoryStorage storageHere = new MemoryStorage();
    private final MemoryStorage storageElsewhere = new MemoryStorage();

    @Test
    void aTaskThatWasExportedAndImportedElsewhereShowsNoDifferenceToTheOriginal() throws IOException {
        TaskId task = task("round-trip");
        byte[] bundle = export(here.database(), storageHere, task);

        read(elsewhere.database(), storageElsewhere, bundle, null);
        byte[] again = export(elsewhere.database(), storageElsewhere, task);
        read(here.database(), storageHere, again, new TaskId("round-trip-copy"));
        TaskDiff diff = new TaskComparison(here.database(), storageHere.blobs())
                .compare(task, new TaskId("round-trip-copy"))
                .orElseThrow();

        assertThat(again).isEqualTo(bundle);
        assertThat(diff.fields()).isEmpty();
        assertThat(diff.artifacts()).isEmpty();
        assertThat(diff.output()).isEmpty();
        assertThat(diff.measurements()).isEmpty();
        assertThat(diff.same()).isTrue();
        assertThat(elsewhere.database().statistics().statistics(null, null).total())
                .isZero();
        assertThat(elsewhere.database().samples().of(task)).hasSize(1);
    }

    @Test
    void theSameTaskGivesTheSameBytesAndTheSameBundleTwiceIsOneTask() throws IOException {
        TaskId task = task("same-bytes");
        byte[] bundle = export(here.database(), storageHere, task);

        assertThat(export(here.database(), storageHere, task)).isEqualTo(bundle);
        read(elsewhere.database(), storageElsewhere, bundle, null);
        read(elsewhere.database(), storageElsewhere, bundle, null);
        assertThat(elsewhere.database().logs().read(task, 0, 1 << 20).chunks()).hasSize(2);
    }

    @Test
    void aBundleWithOneByteChangedIsRefusedWhereverThatByteIs() throws IOException {
        byte[] tar = unpacked(export(here.database(), storageHere, task("tampered")));
        int refused = 0;
        // Each 97th byte that is not one of the zeros between entries.
        for (int at = 0; at < tar.length; at += 97) {
            if (tar[at] == 0) {
                continue;
            }
            byte[] changed = tar.clone();
            changed[at] ^= 1;
            TaskId as = new TaskId("tampered-" + at);
            assertThatThrownBy(() -> read(elsewhere.database(), new MemoryStorage(), packed(changed), as))
                    .as("byte %s", at)
                    .isInstanceOfAny(BundleException.class, IOException.class);
            assertThat(elsewhere.database().tasks().find(as)).isEmpty();
            refused++;
        }
        assertThat(refused).isGreaterThan(20);
    }

    @Test
    void aBundleThatIsCutIsRefused() throws IOException {
        byte[] bundle = export(here.database(), storageHere, task("cut"));

        for (int length : new int[] {0, 10, bundle.length / 2, bundle.length - 9}) {
            assertThatThrownBy(() -> read(
                            elsewhere.database(),
                            new MemoryStorage(),
                            Arrays.copyOf(bundle, length),
                            new TaskId("cut-" + length)))
                    .isInstanceOfAny(BundleException.class, IOException.class);
        }
    }

    @Test
    void theWorkflowGoesAlongWithoutValuesThatLookSecretAndIsKeptElsewhere() throws IOException {
        TaskId task = new TaskId("workflow");
        here.database()
                .tasks()
                .record(TestTasks.of("bundle").env("API_TOKEN", "hunter\"2").entry(task.value(), NOW));
        String payload = base64("{\"env\":{\"API_TOKEN\":\"hunter\\\"2\"},\"timeout\":\"PT5M\"}");
        String workflow = "{\"events\":[{\"input\":{\"payloads\":[{\"data\":\"" + payload + "\"}]}}]}";

        byte[] bundle = export(here.database(), storageHere, task, Optional.of(workflow));
        read(elsewhere.database(), storageElsewhere, bundle, null);

        assertThat(new String(unpacked(bundle), StandardCharsets.UTF_8))
                .contains(base64("{\"env\":{\"API_TOKEN\":\"***\"},\"timeout\":\"PT5M\"}"))
                .doesNotContain(payload, "hunter");
        assertThat(export(elsewhere.database(), storageElsewhere, task)).isEqualTo(bundle);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatTheTestsSaidIsInIt() throws IOException {
        byte[] tar = unpacked(export(here.database(), storageHere, task("tests")));

        assertThat(new String(tar, StandardCharsets.UTF_8))
                .contains("task/tests.json", "\"reportFormat\":\"CTRF\"", "\"name\":\"works\"");
    }

    @Test
    void anIdThatIsTakenByAnotherTaskIsNotOverwritten() throws IOException {
        byte[] bundle = export(here.database(), storageHere, task("taken"));

        assertThatThrownBy(() -> read(here.database(), storageHere, bundle, null))
                .isInstanceOf(BundleException.class)
                .hasMessageContaining("another id");
    }

    @Test
    void whatReallyDiffersIsSaid() throws IOException {
        TaskId base = task("differs-a");
        HistoryDatabase database = here.database();
        TaskId other = new TaskId("differs-b");
        database.tasks().record(TestTasks.of("bundle").command("make all").entry(other.value(), NOW));
        database.tasks()
                .recordArtifacts(
                        other,
                        List.of(
                                artifact("out/a.txt", "one\ntwo\nfour\n"),
                                artifact("new.txt", "n"),
                                artifact(
                                        "out/junit.xml",
                                        "<testsuite><testcase name=\"works\" time=\"2.5\"/></testsuite>")));
        log(database, other, LogChunk.Stream.STDOUT, 0, "built in 9.7s at 0xdeadbeef\ndone\n");

        TaskDiff diff = new TaskComparison(database, storageHere.blobs())
                .compare(base, other)
                .orElseThrow();

        assertThat(diff.same()).isFalse();
        assertThat(diff.fields())
                .extracting(TaskDiff.Field::name)
                .contains("state", "exitCode", "spec.steps[0].command", "steps.step-1.exitCode");
        assertThat(diff.artifacts())
                .extracting(file -> file.change() + " " + file.path())
                .containsExactly("added new.txt", "changed out/a.txt");
        assertThat(diff.artifacts().get(1).text()).contains("-three", "+four");
        assertThat(Objects.requireNonNull(diff.tests()).same()).isTrue();
        assertThat(diff.output())
                .filteredOn(output -> output.stream().equals("stdout"))
                .singleElement()
                .satisfies(output -> assertThat(output.text()).contains("+done").noneMatch(l -> l.contains("9.7s")));
    }

    private TaskId task(String id) {
        TaskId task = new TaskId(id);
        HistoryDatabase database = here.database();
        database.tasks()
                .record(TestTasks.of("bundle")
                        .command("make")
                        .label("team", "x")
                        .failed(OutcomeKind.EXITED, 2)
                        .stderr("no rule\n")
                        .entry(id, NOW));
        String tests = "<testsuite><testcase name=\"works\" time=\"1.5\"/></testsuite>";
        database.tasks()
                .recordArtifacts(
                        task, List.of(artifact("out/a.txt", "one\ntwo\nthree\n"), artifact("out/junit.xml", tests)));
        database.samples().record(task, new ResourceSample("step-1", NOW, 1L, 2L, 3L, 4L, 5L, 6L, null, null));
        log(database, task, LogChunk.Stream.STDOUT, 0, "built in 1.2s at 0xcafebabe\n");
        log(database, task, LogChunk.Stream.STDERR, 28, "no rule\n");
        return task;
    }

    private Artifact artifact(String path, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        String sha256 = storageHere.blobs().put(bytes).sha256();
        return new Artifact(path, Artifact.Status.COMPLETE, bytes.length, sha256, "text/plain", null, null);
    }

    private static void log(HistoryDatabase database, TaskId task, LogChunk.Stream stream, long offset, String text) {
        database.logs()
                .append(List.of(new LogChunk(
                        task, "s1-a1", "step-1", offset, stream, NOW, text.getBytes(StandardCharsets.UTF_8), 0)));
    }

    private static byte[] export(HistoryDatabase database, MemoryStorage storage, TaskId task) throws IOException {
        return export(database, storage, task, Optional.empty());
    }

    private static byte[] export(
            HistoryDatabase database, MemoryStorage storage, TaskId task, Optional<String> workflow)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (BundleWriter.Prepared bundle = new BundleWriter(database, storage).prepare(task, workflow)) {
            bundle.writeTo(out);
        }
        return out.toByteArray();
    }

    private static void read(HistoryDatabase database, MemoryStorage storage, byte[] bundle, @Nullable TaskId as)
            throws IOException {
        new BundleReader(database, storage, Clock.systemUTC())
                .read(new ByteArrayInputStream(bundle), as, "test", project -> {});
    }

    private static byte[] unpacked(byte[] bundle) throws IOException {
        return new GZIPInputStream(new ByteArrayInputStream(bundle)).readAllBytes();
    }

    private static byte[] packed(byte[] tar) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(tar);
        }
        return out.toByteArray();
    }
}
