package dev.holdfast.activities.artifacts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.holdfast.activities.artifacts.s3.TestBytes;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.Artifact.Status;
import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.TaskId;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ArtifactCollectorTest {
    private static final TaskId TASK = new TaskId("t-1");

    private final MemoryBlobs blobs = new MemoryBlobs();
    private final AtomicInteger beats = new AtomicInteger();

    private CollectedArtifacts collect(TarSupervisor supervisor) {
        return collect(supervisor, ArtifactSpec.STANDARD, Limits.NONE);
    }

    private CollectedArtifacts collect(TarSupervisor supervisor, ArtifactSpec spec, Limits limits) {
        return new ArtifactCollector(blobs, SensitiveFiles.STANDARD)
                .collect(supervisor, TASK, spec, limits, beats::incrementAndGet);
    }

    private static Artifact only(CollectedArtifacts collected) {
        assertThat(collected.artifacts()).hasSize(1);
        return collected.artifacts().get(0);
    }

    static Artifact at(CollectedArtifacts collected, String path) {
        return collected.artifacts().stream()
                .filter(artifact -> artifact.path().equals(path))
                .findFirst()
                .orElseThrow(() -> new AssertionError(path + " is not in " + collected.artifacts()));
    }

    private static Limits upTo(long bytes) {
        return Limits.NONE.withArtifacts(new DataSize(bytes));
    }

    @Test
    void aFileIsStoredUnderItsHash() {
        CollectedArtifacts collected = collect(new TarSupervisor(
                new TestTar().directory(".artifacts").file(".artifacts/report.json", "{\"ok\":true}")));

        assertThat(only(collected))
                .isEqualTo(new Artifact(
                        ".artifacts/report.json",
                        Status.COMPLETE,
                        11,
                        TestBytes.sha256("{\"ok\":true}".getBytes(UTF_8)),
                        "application/json",
                        null,
                        null));
        assertThat(collected.warnings()).isEmpty();
        assertThat(collected.mayPass()).isFalse();
        assertThat(blobs.stored).containsOnlyKeys(only(collected).sha256());
    }

    @Test
    void theArtifactDirectoryIsAlwaysAskedFor() {
        TarSupervisor supervisor = new TarSupervisor();
        collect(supervisor, new ArtifactSpec(List.of("dist/**"), List.of("**/*.tmp"), 5), upTo(1000));

        assertThat(supervisor.getRequest).satisfies(request -> {
            assertThat(request.root()).isEqualTo(".");
            assertThat(request.include()).containsExactly(".artifacts/**", "dist/**");
            assertThat(request.exclude()).containsExactly("**/*.tmp");
            assertThat(request.maxBytes()).isEqualTo(1000);
            assertThat(request.maxFileBytes()).isEqualTo(1000);
        });
    }

    @Test
    void aLargeFileFlowsThrough() {
        byte[] large = TestBytes.random(1, UploadBounds.SMALL_FILE + 1);
        Artifact artifact = only(collect(new TarSupervisor(new TestTar().file("core", large))));

        assertThat(artifact.status()).isEqualTo(Status.COMPLETE);
        assertThat(artifact.sha256()).isEqualTo(TestBytes.sha256(large));
        assertThat(artifact.size()).isEqualTo(large.length);
        assertThat(artifact.contentType()).isEqualTo("application/octet-stream");
    }

    @Test
    void manyFilesAreAllThereInOrder() {
        TestTar tar = new TestTar();
        for (int i = 0; i < 2_000; i++) {
            tar.file("out/%04d.txt".formatted(i), "number " + i);
        }
        CollectedArtifacts collected = collect(new TarSupervisor(tar));

        assertThat(collected.artifacts())
                .hasSize(2_000)
                .allMatch(artifact -> artifact.status() == Status.COMPLETE)
                .isSortedAccordingTo((a, b) -> a.path().compareTo(b.path()));
        assertThat(at(collected, "out/1234.txt").sha256()).isEqualTo(TestBytes.sha256("number 1234".getBytes(UTF_8)));
        assertThat(beats.get()).isGreaterThanOrEqualTo(2_000);
    }

    @Test
    void linksAreRecordedAndNotFollowed() {
        CollectedArtifacts collected =
                collect(new TarSupervisor(new TestTar().link("a", "/etc/passwd").link("b", "../../x")));

        assertThat(collected.artifacts())
                .containsExactly(
                        new Artifact("a", Status.LINK, 0, null, null, "/etc/passwd", null),
                        new Artifact("b", Status.LINK, 0, null, null, "../../x", null));
        assertThat(blobs.puts).hasValue(0);
    }

    @Test
    void aHardLinkIsStoredOnceAndCountedOnce() {
        TestTar tar = new TestTar().file("one", "12345").hardLink("two", "one").file("three", "12345678");
        CollectedArtifacts collected = collect(new TarSupervisor(tar), ArtifactSpec.STANDARD, upTo(13));

        assertThat(collected.artifacts()).hasSize(3).allMatch(artifact -> artifact.status() == Status.COMPLETE);
        assertThat(at(collected, "two").sha256()).isEqualTo(at(collected, "one").sha256());
        assertThat(at(collected, "two").size()).isEqualTo(5);
        assertThat(blobs.puts).hasValue(2);
    }

    @Test
    void moreFilesThanAllowedAreSkippedWithTheReason() {
        TestTar tar = new TestTar().directory("d");
        for (int i = 0; i < 5; i++) {
            tar.file("d/" + i, "x" + i);
        }
        CollectedArtifacts collected =
                collect(new TarSupervisor(tar), new ArtifactSpec(List.of(), List.of(), 3), Limits.NONE);

        assertThat(collected.artifacts())
                .filteredOn(a -> a.status() == Status.COMPLETE)
                .hasSize(3);
        assertThat(at(collected, "d/4").reason()).isEqualTo("max_files: more than 3 files");
        assertThat(collected.warnings()).singleElement().asString().contains("'d/3' and 1 more", "artifacts.maxFiles");
    }

    @Test
    void moreBytesThanAllowedAreSkippedWithTheReason() {
        CollectedArtifacts collected = collect(
                new TarSupervisor(
                        new TestTar().file("a", "123456").file("b", "123456").file("c", "1234")),
                ArtifactSpec.STANDARD,
                upTo(10));

        assertThat(at(collected, "a").status()).isEqualTo(Status.COMPLETE);
        assertThat(at(collected, "b").status()).isEqualTo(Status.SKIPPED);
        assertThat(at(collected, "b").reason()).startsWith("max_bytes: 6 bytes");
        assertThat(at(collected, "c").status()).isEqualTo(Status.COMPLETE);
        assertThat(collected.warnings()).singleElement().asString().contains("limits.artifacts");
    }

    @Test
    void onlyTheFirstThousandOmissionsAreListed() {
        TestTar tar = new TestTar();
        for (int i = 0; i < 1_500; i++) {
            tar.file("f" + i, "");
        }
        TarSupervisor supervisor = new TarSupervisor(tar);
        supervisor.skippedMore = 7;
        CollectedArtifacts collected = collect(supervisor, new ArtifactSpec(List.of(), List.of(), 1), Limits.NONE);

        assertThat(collected.artifacts()).hasSize(1_001);
        assertThat(collected.warnings()).anyMatch(warning -> warning.contains("506 more were left out"));
    }

    @Test
    void whatTheSupervisorSkippedIsListed() {
        TarSupervisor supervisor = new TarSupervisor()
                .skipping("pipe", "fifo")
                .skipping("sparse", "too_large: 1099511627776 bytes, the limit for a file is 10")
                .skipping("locked", "unreadable: permission denied")
                .skipping("gone", "changed: it is gone");
        CollectedArtifacts collected = collect(supervisor);

        assertThat(collected.artifacts())
                .extracting(Artifact::path, Artifact::status)
                .containsExactly(
                        tuple("gone", Status.SKIPPED),
                        tuple("locked", Status.FAILED),
                        tuple("pipe", Status.SKIPPED),
                        tuple("sparse", Status.SKIPPED));
        assertThat(collected.artifacts()).allMatch(artifact -> artifact.reason() != null);
    }

    @Test
    void aFileThatGrewIsCompleteAndOneThatShrankIsNot() {
        TarSupervisor supervisor = new TarSupervisor(
                        new TestTar().file("grew", "abc").file("shrank", "a\0\0"))
                .skipping("grew", "changed: it was written to while it was read; collected with 3 bytes")
                .skipping("shrank", "changed: it shrank while it was read; filled up with zeros from byte 1");
        CollectedArtifacts collected = collect(supervisor);

        assertThat(at(collected, "grew")).satisfies(artifact -> {
            assertThat(artifact.status()).isEqualTo(Status.COMPLETE);
            assertThat(artifact.sha256()).isEqualTo(TestBytes.sha256("abc".getBytes(UTF_8)));
            assertThat(artifact.reason()).contains("collected with 3 bytes");
        });
        assertThat(at(collected, "shrank")).satisfies(artifact -> {
            assertThat(artifact.status()).isEqualTo(Status.FAILED);
            assertThat(artifact.sha256()).isNull();
        });
    }

    @Test
    void specialFilesInTheArchiveAreSkipped() {
        assertThat(only(collect(new TarSupervisor(new TestTar().fifo("pipe")))).status())
                .isEqualTo(Status.SKIPPED);
    }

    @Test
    void oddNamesStayApart() {
        CollectedArtifacts collected = collect(new TarSupervisor(new TestTar()
                .file("new\nline", "1")
                .file("\u001b[31m", "2")
                .file("-rf", "3")
                .file("\u202egpj.exe", "4")
                .file("e\u0301", "5")
                .file("\u00e9", "6")
                .file("\\xff", "7")
                .fileNamed("\\xff", "\ufffd", "8")
                .fileNamed("\\xfe", "\ufffd", "9")
                .file("deep/".repeat(800) + "x", "10")
                .file("n".repeat(255), "11")));

        assertThat(collected.artifacts()).hasSize(11).allMatch(artifact -> artifact.status() == Status.COMPLETE);
        assertThat(collected.artifacts())
                .extracting(Artifact::path)
                .contains("new\nline", "\u001b[31m", "\\\\xff", "\\xff", "\\xfe", "e\u0301", "\u00e9");
        assertThat(collected.artifacts()).extracting(Artifact::sha256).doesNotHaveDuplicates();
    }

    @Test
    void aStorageThatIsAwayFailsEveryFileWithoutTryingThemAll() {
        blobs.fault = new ArtifactException(ArtifactError.STORAGE_UNAVAILABLE, "the storage does not answer");
        TestTar tar = new TestTar();
        for (int i = 0; i < 500; i++) {
            tar.file("f" + i, "x" + i);
        }
        CollectedArtifacts collected =
                collect(new TarSupervisor(tar.file("big", new byte[UploadBounds.SMALL_FILE + 1])));

        assertThat(collected.artifacts()).hasSize(501).allMatch(artifact -> artifact.status() == Status.FAILED);
        assertThat(collected.artifacts()).anyMatch(artifact -> "the storage does not answer".equals(artifact.reason()));
        assertThat(collected.mayPass()).isTrue();
        assertThat(collected.warnings()).singleElement().asString().contains("501 could not be stored");
        assertThat(blobs.puts.get()).isLessThan(100);
    }

    @Test
    void aHeartbeatThatThrowsEndsTheCollection() {
        TestTar tar = new TestTar().file("a", "1").file("b", "2");
        assertThatThrownBy(() -> new ArtifactCollector(blobs, SensitiveFiles.STANDARD)
                        .collect(new TarSupervisor(tar), TASK, ArtifactSpec.STANDARD, Limits.NONE, () -> {
                            throw new IllegalStateException("cancelled");
                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("cancelled");
    }
}
