package dev.holdfast.activities.artifacts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.artifacts.s3.TestBytes;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.StepRecord;
import dev.holdfast.activities.sandbox.StepStart;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.Supervisor.StopReason;
import dev.holdfast.activities.sandbox.TestConfig;
import dev.holdfast.activities.sandbox.local.LocalProvider;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.Artifact.Status;
import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows 22 to 33 of the hostile cases, in a real sandbox of local processes: what it packs is what is tested. */
class HostileWorkspaceTest {
    private static final AtomicInteger COUNTER = new AtomicInteger();
    private static final String SECRET = "what only the host may see";

    private final MemoryBlobs blobs = new MemoryBlobs();
    private Path home;
    private Path outside;
    private TaskId taskId;
    private SandboxProvider provider;
    private Supervisor supervisor;

    @BeforeEach
    void startSandbox() throws IOException {
        Path parent = Files.createDirectories(Path.of("target", "sandboxes"));
        home = Files.createTempDirectory(parent, "a").toAbsolutePath();
        outside = Files.createTempDirectory(parent, "outside").toAbsolutePath();
        Files.writeString(outside.resolve("secret"), SECRET);
        taskId = new TaskId("hostile-" + ProcessHandle.current().pid() + "-" + COUNTER.incrementAndGet());
        provider = LocalProvider.open(TestConfig.at(home));
        supervisor = provider.connect(provider.start(SandboxRequest.of(taskId, null, Limits.DEFAULTS), Progress.NONE));
    }

    @AfterEach
    void removeSandbox() throws IOException {
        supervisor.close();
        provider.list()
                .forEach(listed ->
                        assertThat(provider.destroy(listed.id()).left()).isEmpty());
        provider.close();
        deleteAll(home);
        deleteAll(outside);
    }

    private static void deleteAll(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void shell(String script) {
        StepRecord step = supervisor.start(
                StepStart.of("s" + COUNTER.incrementAndGet(), List.of("sh", "-ec", script)), Duration.ofSeconds(60));
        assertThat(step.exitCode()).as(script).isZero();
    }

    private String background(String script) {
        String key = "b" + COUNTER.incrementAndGet();
        supervisor.start(StepStart.of(key, List.of("sh", "-c", script)), Duration.ZERO);
        return key;
    }

    private CollectedArtifacts collect() {
        return collect(new ArtifactSpec(List.of("**"), List.of(), null));
    }

    private CollectedArtifacts collect(ArtifactSpec spec) {
        return new ArtifactCollector(blobs, SensitiveFiles.STANDARD)
                .collect(supervisor, taskId, spec, Limits.NONE, () -> {});
    }

    private static Artifact at(CollectedArtifacts collected, String path) {
        return collected.artifacts().stream()
                .filter(artifact -> artifact.path().equals(path))
                .findFirst()
                .orElseThrow(() -> new AssertionError(path + " is not in " + collected.artifacts()));
    }

    private String content(Artifact artifact) {
        return new String(blobs.stored.get(Objects.requireNonNull(artifact.sha256())), UTF_8);
    }

    private void assertNothingFromOutside() {
        assertThat(blobs.stored.values()).noneMatch(bytes -> new String(bytes, UTF_8).contains(SECRET));
    }

    @Test
    void filesGoInAndComeOut() {
        String hash = blobs.put(new TestTar().file("lib/a.txt", "A").gzipped()).sha256();
        new InputStager(blobs)
                .stage(
                        supervisor,
                        List.of(
                                new InputFile(
                                        "run.sh",
                                        "mkdir -p .artifacts && cat src/lib/a.txt > .artifacts/out.txt",
                                        null,
                                        null,
                                        true,
                                        false),
                                InputFile.upload("src", hash, true)),
                        Limits.NONE,
                        () -> {});
        shell("sh ./run.sh; echo left > not-asked-for.txt");
        CollectedArtifacts collected = collect(ArtifactSpec.STANDARD);

        assertThat(collected.artifacts()).extracting(Artifact::path).containsExactly(".artifacts/out.txt");
        assertThat(content(at(collected, ".artifacts/out.txt"))).isEqualTo("A");
    }

    @Test
    void linksOutOfTheWorkspaceAreOnlyRecorded() {
        shell("ln -s %s/secret absolute; ln -s ../../../../../../../..%s relative; ln -s %s .artifacts"
                .formatted(outside, outside, outside));
        CollectedArtifacts collected = collect();

        assertThat(at(collected, "absolute"))
                .isEqualTo(new Artifact("absolute", Status.LINK, 0, null, null, outside + "/secret", null));
        assertThat(at(collected, "relative").status()).isEqualTo(Status.LINK);
        assertThat(at(collected, ".artifacts").status()).isEqualTo(Status.LINK);
        assertThat(collected.artifacts()).hasSize(3);
        assertNothingFromOutside();
    }

    @Test
    void aDirectoryThatBecomesALinkMeanwhileLeadsNowhere() {
        shell("mkdir d; echo inside > d/secret; for i in $(seq 300); do echo $i > d/f$i; done");
        String swapping = background("while :; do mv d d2; ln -s %s d; rm d; mv d2 d; done".formatted(outside));
        for (int i = 0; i < 30; i++) {
            CollectedArtifacts collected = collect();
            assertThat(collected.artifacts())
                    .allMatch(artifact -> artifact.status() != Status.COMPLETE || artifact.sha256() != null);
        }
        supervisor.stop(swapping, Duration.ofSeconds(1), StopReason.CANCELLED);
        assertNothingFromOutside();
        assertThat(blobs.stored).isNotEmpty();
    }

    @Test
    void hardLinksAreStoredOnce() {
        shell("echo same > a; ln a b; ln a c");
        CollectedArtifacts collected = collect();

        assertThat(collected.artifacts()).hasSize(3).allMatch(artifact -> artifact.status() == Status.COMPLETE);
        assertThat(collected.artifacts())
                .extracting(Artifact::sha256)
                .containsOnly(TestBytes.sha256("same\n".getBytes(UTF_8)));
        assertThat(blobs.puts).hasValue(1);
    }

    @Test
    void pipesAreSkippedWithoutHanging() {
        shell("mkfifo pipe; echo x > file");
        CollectedArtifacts collected = collect();

        assertThat(at(collected, "pipe").status()).isEqualTo(Status.SKIPPED);
        assertThat(at(collected, "pipe").reason()).startsWith("fifo");
        assertThat(at(collected, "file").status()).isEqualTo(Status.COMPLETE);
    }

    @Test
    void aSparseFileIsRefusedByItsApparentSize() {
        shell("truncate -s 1T sparse; echo x > small");
        CollectedArtifacts collected = collect();

        assertThat(at(collected, "sparse").status()).isEqualTo(Status.SKIPPED);
        assertThat(at(collected, "sparse").reason()).contains("1099511627776");
        assertThat(at(collected, "small").status()).isEqualTo(Status.COMPLETE);
        assertThat(collected.warnings()).anyMatch(warning -> warning.contains("limits.artifacts"));
    }

    @Test
    void aCompressionBombStaysCompressed() {
        shell("head -c 50000000 /dev/zero | gzip -9 > bomb.gz");
        Artifact bomb = at(collect(), "bomb.gz");

        assertThat(bomb.status()).isEqualTo(Status.COMPLETE);
        assertThat(bomb.contentType()).isEqualTo("application/gzip");
        assertThat(bomb.size()).isLessThan(200_000);
    }

    @Test
    void anUploadThatLeadsOutWritesNothingAtAll() {
        for (byte[] hostile : InputStagerTest.hostileArchives()) {
            InputFile upload = InputFile.upload("src", blobs.put(hostile).sha256(), true);
            assertThatThrownBy(() -> new InputStager(blobs)
                            .stage(supervisor, List.of(InputFile.text("first", "x"), upload), Limits.NONE, () -> {}))
                    .isInstanceOf(ArtifactException.class);
            // The supervisor tidies up after it has seen the connection end.
            await().untilAsserted(() ->
                    assertThat(supervisor.list(".", true, 100, null).entries()).isEmpty());
        }
    }

    @Test
    void oddNamesStayApart() {
        shell("""
                printf 1 > "$(printf 'new\\nline')"; printf 2 > "$(printf '\\033[31m')"; printf 3 > ./-rf
                printf 4 > "$(printf '\\377')"; printf 5 > "$(printf '\\376')"; printf 6 > '\\xff'
                printf 7 > "$(printf 'e\\314\\201')"; printf 8 > "$(printf '\\303\\251')"
                printf 9 > "$(printf '\\342\\200\\256gpj.exe')"; printf 10 > "$(printf %0255d 0)"
                d=$(printf 'd%.0s' $(seq 200)); for i in $(seq 18); do mkdir $d; cd $d; done; printf 11 > deep
                """);
        CollectedArtifacts collected = collect();

        assertThat(collected.artifacts()).hasSize(11).allMatch(artifact -> artifact.status() == Status.COMPLETE);
        assertThat(content(at(collected, "new\nline"))).isEqualTo("1");
        assertThat(content(at(collected, "\u001b[31m"))).isEqualTo("2");
        assertThat(content(at(collected, "-rf"))).isEqualTo("3");
        assertThat(content(at(collected, "\\xff"))).isEqualTo("4");
        assertThat(content(at(collected, "\\xfe"))).isEqualTo("5");
        assertThat(content(at(collected, "\\\\xff"))).isEqualTo("6");
        assertThat(content(at(collected, "e\u0301"))).isEqualTo("7");
        assertThat(content(at(collected, "\u00e9"))).isEqualTo("8");
        assertThat(content(at(collected, "\u202egpj.exe"))).isEqualTo("9");
    }

    @Test
    void moreFilesThanAllowedAreCountedAndTheListingStaysShort() {
        shell("mkdir many; cd many; seq 6000 | xargs touch");
        CollectedArtifacts collected = collect(new ArtifactSpec(List.of("**"), List.of(), 1_000));

        assertThat(collected.artifacts())
                .filteredOn(a -> a.status() == Status.COMPLETE)
                .hasSize(1_000);
        assertThat(collected.artifacts()).hasSizeLessThanOrEqualTo(2_000);
        assertThat(collected.warnings())
                .anyMatch(warning -> warning.contains("artifacts.maxFiles"))
                .anyMatch(warning -> warning.contains("4000 more were left out"));
    }

    @Test
    void aFileThatGrowsMeanwhileIsWholeOfOneSize() {
        shell("head -c 3000000 /dev/zero > growing");
        String growing = background("while :; do echo more >> growing; done");
        for (int i = 0; i < 10; i++) {
            Artifact artifact = at(collect(), "growing");
            assertThat(artifact.status()).isEqualTo(Status.COMPLETE);
            assertThat(blobs.stored.get(Objects.requireNonNull(artifact.sha256())))
                    .hasSize((int) artifact.size());
        }
        supervisor.stop(growing, Duration.ofSeconds(1), StopReason.CANCELLED);
    }
}
