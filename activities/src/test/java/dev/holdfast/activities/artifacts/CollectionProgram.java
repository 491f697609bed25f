package dev.holdfast.activities.artifacts;

import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.PutRequest;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.TestConfig;
import dev.holdfast.activities.sandbox.local.LocalProvider;
import dev.holdfast.contract.Artifact.Status;
import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Collects many files from a sandbox of local processes, in a JVM of its own whose heap is what its caller gives it.
 * Arguments: address and bucket of the storage, a home directory, how many files of which size, and the size of one more.
 */
final class CollectionProgram {
    private static final Limits LIMITS = Limits.NONE
            .withWorkspace(DataSize.ofGibibytes(20))
            .withArtifacts(DataSize.ofGibibytes(20))
            .orElse(Limits.DEFAULTS);

    private CollectionProgram() {}

    public static void main(String[] arguments) throws IOException {
        S3Config config = new S3Config(arguments[0], "holdfast", "holdfast-secret", arguments[1], null, null);
        Path home = Path.of(arguments[2]);
        int files = Integer.parseInt(arguments[3]);
        int fileBytes = Integer.parseInt(arguments[4]);
        long largeBytes = Long.parseLong(arguments[5]);
        TaskId taskId = new TaskId("collection-" + ProcessHandle.current().pid());
        SandboxRequest request = SandboxRequest.of(taskId, null, LIMITS);
        try (SandboxProvider provider = LocalProvider.open(TestConfig.at(home));
                ArtifactStorage storage = ArtifactStorage.connect(config)) {
            try (Supervisor supervisor = provider.connect(provider.start(request, Progress.NONE))) {
                supervisor.put(
                        new PutRequest(".artifacts", Long.MAX_VALUE, Long.MAX_VALUE),
                        tar -> write(tar, files, fileBytes, largeBytes));
                measure(supervisor, storage, taskId, "first");
                measure(supervisor, storage, taskId, "again");
            } finally {
                provider.destroy(request.id());
            }
        }
    }

    private static void measure(Supervisor supervisor, ArtifactStorage storage, TaskId taskId, String round) {
        long began = System.nanoTime();
        CollectedArtifacts collected = new ArtifactCollector(storage.blobs(), SensitiveFiles.STANDARD)
                .collect(supervisor, taskId, new ArtifactSpec(List.of(), List.of(), 100_000), LIMITS, () -> {});
        double seconds = (System.nanoTime() - began) / 1e9;
        long complete = collected.artifacts().stream()
                .filter(artifact -> artifact.status() == Status.COMPLETE)
                .count();
        long bytes = collected.artifacts().stream()
                .mapToLong(artifact -> artifact.size())
                .sum();
        System.out.printf(
                Locale.ROOT,
                "%s complete=%d of=%d bytes=%d seconds=%.2f megabytesPerSecond=%.1f filesPerSecond=%.0f heapMiB=%d%n",
                round,
                complete,
                collected.artifacts().size(),
                bytes,
                seconds,
                bytes / 1e6 / seconds,
                complete / seconds,
                Runtime.getRuntime().totalMemory() >> 20);
        collected.warnings().forEach(System.out::println);
    }

    /** Every file differs from every other. */
    private static void write(OutputStream output, int files, int fileBytes, long largeBytes) throws IOException {
        TarArchiveOutputStream tar = new TarArchiveOutputStream(output, "UTF-8");
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        byte[] content = new byte[Math.max(fileBytes, 1 << 20)];
        new Random(1).nextBytes(content);
        for (int i = 0; i < files; i++) {
            ByteBuffer.wrap(content).putInt(i);
            entry(tar, "d%03d/f%05d.bin".formatted(i / 100, i), fileBytes);
            tar.write(content, 0, fileBytes);
            tar.closeArchiveEntry();
        }
        if (largeBytes > 0) {
            entry(tar, "large.bin", largeBytes);
            for (long left = largeBytes; left > 0; left -= content.length) {
                ByteBuffer.wrap(content).putLong(left);
                tar.write(content, 0, (int) Math.min(left, content.length));
            }
            tar.closeArchiveEntry();
        }
        tar.finish();
    }

    private static void entry(TarArchiveOutputStream tar, String name, long size) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(size);
        tar.putArchiveEntry(entry);
    }
}
