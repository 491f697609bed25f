package dev.holdfast.activities.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.sandbox.home.KeptDirectory;
import dev.holdfast.activities.sandbox.home.ProjectVolumes;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.contract.Cache;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.Volume;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;

/** How files get into every sandbox, out of it, and past its end. */
public abstract class FileContract extends StepContract {
    @Test
    void filesGoInAndComeOutAsTar() throws IOException {
        try (Supervisor supervisor = provider.connect(start())) {
            PutReport put = supervisor.put(
                    new PutRequest(".", 1 << 20, 100),
                    Supervisor.TarSource.of(new ByteArrayInputStream(tar(Map.of("in/a.txt", "hello", "b.txt", "b")))));
            assertThat(put.bytes()).isEqualTo(6);
            assertThat(run(supervisor, "copy", "cat in/a.txt; mkdir out; cp in/a.txt out/c.txt")
                            .log()
                            .stdout())
                    .isEqualTo("hello");

            Map<String, String> collected = new java.util.TreeMap<>();
            GetReport got = supervisor.get(
                    new GetRequest(".", List.of("out/**"), List.of(), 1 << 20, 100, 1 << 20),
                    tar -> collected.putAll(untar(tar)));

            assertThat(collected).isEqualTo(Map.of("out/c.txt", "hello"));
            assertThat(got.files()).isEqualTo(1);
            assertThat(supervisor.stat("b.txt").size()).isEqualTo(1);
            assertThat(supervisor.list(".", true, 100, null).entries())
                    .extracting(FileEntry::path)
                    .contains("b.txt", "in/a.txt", "out/c.txt");
        }
    }

    @Test
    void anUploadAboveItsLimitIsRefusedAndTheConnectionsStayUsable() {
        try (Supervisor supervisor = provider.connect(start())) {
            byte[] large = new byte[8 << 20];
            assertThatThrownBy(() -> supervisor.put(
                            new PutRequest(".", 1000, 10),
                            Supervisor.TarSource.of(new ByteArrayInputStream(
                                    tar(Map.of("large", new String(large, StandardCharsets.ISO_8859_1)))))))
                    .isInstanceOfSatisfying(
                            SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.TOO_LARGE));
            assertThat(run(supervisor, "after", "echo fine").log().stdout()).isEqualTo("fine\n");
        }
    }

    @Test
    void volumesAndCachesOutliveTheSandboxForTheirProjectOnly() {
        ProjectId mine = new ProjectId("mine");
        String write = "echo kept > $PROJECT_VOLUME/note; echo package > $npm_config_cache/x; mkdir -p $GOCACHE";
        String look = "cat $PROJECT_VOLUME/note $npm_config_cache/x; ls -d $GOCACHE > /dev/null && echo go";
        keeping(mine, "first", write);

        assertThat(keeping(mine, "second", look)).isEqualTo("kept\npackage\ngo\n");
        assertThat(keeping(new ProjectId("theirs"), "foreign", look)).isEmpty();
        assertThat(home.resolve("volumes/mine")).exists();
        removeVolumes();
    }

    /** Runs it in a sandbox of its own that is destroyed afterwards. */
    private String keeping(ProjectId project, String name, String script) {
        SandboxRequest request = SandboxRequest.of(new TaskId(taskId.value() + name), null, SMALL)
                .withKept(project, Volume.PROJECT, List.of(Cache.NPM, Cache.GO));
        try (Supervisor supervisor = provider.connect(provider.start(request, Progress.NONE))) {
            return run(supervisor, name, script).log().stdout();
        } finally {
            assertThat(provider.destroy(request.id()).state()).isEqualTo(Receipt.State.CLEAN);
        }
    }

    @Test
    void whatASandboxHasIsNotPrunedAndTheRestIsOnRequest() {
        SandboxRequest request = request().withKept(new ProjectId("mine"), Volume.PROJECT, List.of(Cache.PIP));
        provider.start(request, Progress.NONE);
        ProjectVolumes volumes = new ProjectVolumes(SandboxHome.open(home), config(home));

        assertThat(volumes.prune(kept -> true)).isEmpty();
        provider.destroy(id);

        assertThat(volumes.list()).extracting(KeptDirectory::name).containsExactlyInAnyOrder("volume", "cache-pip");
        assertThat(volumes.prune(kept -> kept.name().equals("cache-pip"))).hasSize(1);
        assertThat(volumes.list()).extracting(KeptDirectory::name).containsExactly("volume");
        removeVolumes();
    }

    private void removeVolumes() {
        ProjectVolumes volumes = new ProjectVolumes(SandboxHome.open(home), config(home));
        volumes.prune(kept -> true);
        assertThat(volumes.list()).isEmpty();
    }

    private static byte[] tar(Map<String, String> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                byte[] content = file.getValue().getBytes(StandardCharsets.UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static Map<String, String> untar(java.io.InputStream stream) throws IOException {
        Map<String, String> files = new java.util.TreeMap<>();
        TarArchiveInputStream tar = new TarArchiveInputStream(stream);
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            if (entry.isFile()) {
                files.put(entry.getName(), new String(tar.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }
}
