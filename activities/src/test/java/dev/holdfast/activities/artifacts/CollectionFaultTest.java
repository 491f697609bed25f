package dev.holdfast.activities.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.artifacts.s3.FaultyProxy;
import dev.holdfast.activities.artifacts.s3.MinioServer;
import dev.holdfast.activities.artifacts.s3.S3Server;
import dev.holdfast.activities.artifacts.s3.TestBytes;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.Artifact.Status;
import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** I3 under fault 12: every artifact is complete with a matching hash, or failed with a reason. On a real MinIO server. */
class CollectionFaultTest {
    private static final int SMALL_FILES = 60;

    private static TarSupervisor workspace() {
        TestTar tar = new TestTar();
        for (int i = 0; i < SMALL_FILES; i++) {
            tar.file(".artifacts/f%02d".formatted(i), TestBytes.random(i, 100_000));
        }
        return new TarSupervisor(tar.file(".artifacts/large", TestBytes.random(99, 30 << 20)));
    }

    private static CollectedArtifacts collect(ArtifactStorage storage, Runnable heartbeat) {
        return new ArtifactCollector(storage.blobs(), SensitiveFiles.STANDARD)
                .collect(workspace(), new TaskId("t"), ArtifactSpec.STANDARD, Limits.NONE, heartbeat);
    }

    private static void assertEachIsTrue(CollectedArtifacts collected, ArtifactStorage direct) throws IOException {
        for (Artifact artifact : collected.artifacts()) {
            if (artifact.status() == Status.COMPLETE) {
                // Reading checks the hash.
                try (InputStream stored = direct.blobs().get(Objects.requireNonNull(artifact.sha256()))) {
                    assertThat(stored.readAllBytes()).hasSize((int) artifact.size());
                }
            } else {
                assertThat(artifact.status()).isEqualTo(Status.FAILED);
                assertThat(artifact.reason()).contains("artifact storage");
                assertThat(artifact.sha256()).isNull();
            }
        }
    }

    @Test
    void aStorageThatGoesAwayMidwayFailsTheRestAndTheNextAttemptStoresIt() throws IOException {
        try (S3Server server = MinioServer.start();
                FaultyProxy proxy = new FaultyProxy(server.endpoint());
                ArtifactStorage storage = ArtifactStorage.connect(server.configAt(proxy.endpoint(), "faults"));
                ArtifactStorage direct = ArtifactStorage.connect(server.config("faults"))) {
            AtomicInteger beats = new AtomicInteger();
            CollectedArtifacts first = collect(storage, () -> {
                if (beats.incrementAndGet() == SMALL_FILES / 2) {
                    proxy.refuse();
                }
            });
            assertThat(first.artifacts()).hasSize(SMALL_FILES + 1);
            assertThat(first.artifacts()).anyMatch(artifact -> artifact.status() == Status.FAILED);
            assertThat(first.mayPass()).isTrue();
            assertEachIsTrue(first, direct);

            proxy.recover();
            proxy.cutUploadsAfter(6 << 20, 3);
            CollectedArtifacts second = collect(storage, () -> {});
            assertThat(second.artifacts()).hasSize(SMALL_FILES + 1).allMatch(a -> a.status() == Status.COMPLETE);
            assertThat(second.mayPass()).isFalse();
            assertEachIsTrue(second, direct);
        }
    }
}
