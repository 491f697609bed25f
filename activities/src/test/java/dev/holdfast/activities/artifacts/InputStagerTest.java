package dev.holdfast.activities.artifacts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.holdfast.activities.artifacts.s3.TestBytes;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.Limits;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InputStagerTest {
    private final MemoryBlobs blobs = new MemoryBlobs();
    private final TarSupervisor supervisor = new TarSupervisor();
    private final InputStager stager = new InputStager(blobs);

    private Map<String, String> stage(InputFile... files) {
        stager.stage(supervisor, List.of(files), Limits.NONE, () -> {});
        return TestTar.read(supervisor.received.toByteArray());
    }

    private InputFile archive(String path, byte[] tar) {
        return InputFile.upload(path, blobs.put(tar).sha256(), true);
    }

    @Test
    void inlineFilesAndUploadsBecomeOneArchive() {
        String hash = blobs.put("from storage".getBytes(UTF_8)).sha256();
        Map<String, String> staged = stage(
                InputFile.text("src/main.py", "print(1)"),
                new InputFile("run.sh", null, "aGk=", null, true, false),
                InputFile.upload("data/größe.txt", hash, false),
                InputFile.text("new\nline", ""));

        assertThat(staged)
                .containsExactly(
                        entry("src/main.py", "file 644 print(1)"),
                        entry("run.sh", "file 755 hi"),
                        entry("data/größe.txt", "file 644 from storage"),
                        entry("new\nline", "file 644 "));
    }

    @Test
    void nothingToStageDoesNotTroubleTheSandbox() {
        assertThat(stager.stage(supervisor, List.of(), Limits.NONE, () -> {}).files())
                .isZero();
        assertThat(supervisor.putRequest).isNull();
    }

    @Test
    void theWorkspacesLimitsHold() {
        Limits limits = Limits.NONE.withWorkspace(new DataSize(1 << 20)).withWorkspaceFiles(50L);
        stager.stage(supervisor, List.of(InputFile.text("a", "b")), limits, () -> {});

        assertThat(supervisor.putRequest).satisfies(request -> {
            assertThat(request.path()).isEqualTo(".");
            assertThat(request.maxBytes()).isEqualTo(1 << 20);
            assertThat(request.maxFiles()).isEqualTo(50);
        });
    }

    @Test
    void anArchiveIsUnpackedBelowItsPath() {
        TestTar tar = new TestTar()
                .directory(".")
                .directory("./lib")
                .file("./lib/a.txt", "A")
                .executable("bin/run", "#!")
                .link("current", "lib/a.txt")
                .hardLink("same", "./lib/a.txt");
        byte[] bytes = tar.bytes();

        assertThat(stage(archive("repo", bytes)))
                .containsExactly(
                        entry("repo/lib/", "directory 755 "),
                        entry("repo/lib/a.txt", "file 644 A"),
                        entry("repo/bin/run", "file 755 #!"),
                        entry("repo/current", "link 644 lib/a.txt"),
                        entry("repo/same", "same 644 repo/lib/a.txt"));
    }

    @Test
    void aGzippedArchiveIsUnpackedIntoTheWorkspaceItself() {
        byte[] large = TestBytes.random(3, 300_000);
        byte[] bytes = new TestTar().file("a/b", "x").file("large", large).gzipped();
        Map<String, String> staged = stage(archive(".", bytes));

        assertThat(staged).containsEntry("a/b", "file 644 x").containsKey("large");
        assertThat(supervisor.received.size()).isGreaterThan(300_000);
    }

    @Test
    void anEmptyArchiveIsFine() {
        assertThat(stage(archive("x", new TestTar().bytes()))).isEmpty();
    }

    @Test
    void aMissingUploadIsNamedBeforeTheSandboxHearsOfIt() {
        String hash = TestBytes.sha256(new byte[] {1});
        for (boolean unpack : new boolean[] {false, true}) {
            InputFile missing = InputFile.upload("vendor.tar", hash, unpack);
            assertThatThrownBy(() -> stage(InputFile.text("a", "b"), missing))
                    .isInstanceOfSatisfying(
                            ArtifactException.class,
                            problem -> assertThat(problem.error()).isEqualTo(ArtifactError.BLOB_MISSING))
                    .hasMessageContaining("'vendor.tar'")
                    .hasMessageContaining(hash)
                    .hasMessageContaining("upload it again");
            assertThatThrownBy(() -> stager.check(List.of(missing))).hasMessageContaining("'vendor.tar'");
        }
        assertThat(supervisor.putRequest).isNull();
    }

    static List<byte[]> hostileArchives() {
        return List.of(
                new TestTar().file("../x", "out").bytes(),
                new TestTar().file("a/../../x", "out").bytes(),
                new TestTar().file("/x", "out").bytes(),
                new TestTar().link("l", "/tmp").file("l/x", "through").bytes(),
                new TestTar().link("a/l", "..").file("./a//l/x", "through").bytes(),
                new TestTar().hardLink("h", "../../etc/passwd").bytes(),
                new TestTar().hardLink("h", "/etc/passwd").bytes(),
                new TestTar().fifo("pipe").bytes());
    }

    @ParameterizedTest
    @MethodSource("hostileArchives")
    void anArchiveThatLeadsOutIsRefused(byte[] tar) {
        InputFile file = archive("src.tar", tar);
        assertThatThrownBy(() -> stager.check(List.of(file)))
                .isInstanceOfSatisfying(ArtifactException.class, problem -> {
                    assertThat(problem.error()).isEqualTo(ArtifactError.ARCHIVE_INVALID);
                    assertThat(problem).hasMessageContaining("'src.tar'");
                });
        assertThatThrownBy(() -> stage(file)).isInstanceOf(ArtifactException.class);
    }

    static List<byte[]> notArchives() {
        byte[] cut = new TestTar().file("a", TestBytes.random(1, 100_000)).bytes();
        byte[] cutGzip = new TestTar().file("a", TestBytes.random(1, 100_000)).gzipped();
        return List.of(
                "just text".getBytes(UTF_8),
                new byte[0],
                TestBytes.random(5, 4096),
                "PK\3\4 a zip archive".getBytes(UTF_8),
                Arrays.copyOf(cut, 50_000),
                Arrays.copyOf(cutGzip, 50_000));
    }

    @ParameterizedTest
    @MethodSource("notArchives")
    void whatIsNoArchiveIsSaidToBeNone(byte[] upload) {
        InputFile file = archive("src.tar", upload);
        assertThatThrownBy(() -> stager.check(List.of(file)))
                .isInstanceOfSatisfying(
                        ArtifactException.class,
                        problem -> assertThat(problem.error()).isEqualTo(ArtifactError.ARCHIVE_INVALID))
                .hasMessageContaining("'src.tar'");
    }

    @Test
    void aGoodArchivePassesTheCheck() {
        stager.check(List.of(
                InputFile.text("a", "b"),
                archive(
                        "src",
                        new TestTar().link("l", "/etc").file("l2/x", "fine").gzipped())));
    }
}
