package dev.holdfast.activities.artifacts.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.artifacts.ArtifactError;
import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.activities.artifacts.ArtifactStorage;
import dev.holdfast.activities.artifacts.BlobRef;
import dev.holdfast.activities.artifacts.S3Config;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fault 12: storage that is down, slow, or drops the connection within a multipart upload. On a real MinIO server. */
class StorageFaultTest {
    private static final int PART = 5 << 20;
    private static S3Server server;

    private FaultyProxy proxy;
    private ArtifactStorage storage;
    /** Sees what is really there. */
    private ArtifactStorage direct;

    @BeforeAll
    static void start() {
        server = MinioServer.start();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void connect() throws IOException {
        proxy = new FaultyProxy(server.endpoint());
        String bucket = "b-" + UUID.randomUUID();
        storage = connect(server.configAt(proxy.endpoint(), bucket));
        direct = connect(server.config(bucket));
        direct.blobs().put(new byte[] {0});
    }

    private static ArtifactStorage connect(S3Config config) {
        return new S3Storage(config, QuickTuning.impatient(PART), Clock.systemUTC());
    }

    @AfterEach
    void disconnect() throws IOException {
        storage.close();
        direct.close();
        proxy.close();
    }

    private static void assertUnavailable(Throwable failure) {
        assertThat(failure).isInstanceOfSatisfying(ArtifactException.class, problem -> {
            assertThat(problem.error()).isEqualTo(ArtifactError.STORAGE_UNAVAILABLE);
            assertThat(problem.retryable()).isTrue();
            assertThat(problem).hasMessageContaining("s3.endpoint");
        });
    }

    @Test
    void aStorageThatIsDownAtTheStartIsNoFailureUntilItIsNeeded() {
        S3Config nobodyThere = server.configAt(URI.create("http://127.0.0.1:1"), "bucket");
        try (ArtifactStorage down = connect(nobodyThere)) {
            assertThat(down.healthy()).isFalse();
            assertThatThrownBy(() -> down.blobs().put(new byte[] {1})).satisfies(StorageFaultTest::assertUnavailable);
        }
    }

    @Test
    void aRefusingStorageIsTriedABoundedNumberOfTimes() {
        proxy.refuse();
        assertThatThrownBy(() -> storage.blobs().put(TestBytes.random(1, 100)))
                .satisfies(StorageFaultTest::assertUnavailable);
        assertThat(proxy.connections.get())
                .isBetween(
                        QuickTuning.impatient(PART).attempts(),
                        2 * QuickTuning.impatient(PART).attempts());
    }

    @Test
    void aStorageThatComesBackIsUsedAgainWithoutAnyNotice() throws IOException {
        proxy.refuse();
        assertThatThrownBy(() -> storage.blobs().put(new byte[] {1})).isInstanceOf(ArtifactException.class);
        proxy.recover();
        BlobRef ref = storage.blobs().put(new byte[] {1});
        assertThat(storage.blobs().get(ref.sha256()).readAllBytes()).containsExactly(1);
    }

    @Test
    void aSilentStorageIsGivenUpInBoundedTime() {
        proxy.fallSilent();
        long began = System.nanoTime();
        assertThatThrownBy(() -> storage.blobs().put(TestBytes.random(2, 100)))
                .satisfies(StorageFaultTest::assertUnavailable);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void aStorageThatIsSlowerThanAnyUseIsGivenUpInBoundedTime() {
        proxy.slowDownTo(20_000);
        long began = System.nanoTime();
        byte[] content = TestBytes.random(3, 3 * PART);
        assertThatThrownBy(() -> storage.blobs().put(new ByteArrayInputStream(content), content.length))
                .satisfies(StorageFaultTest::assertUnavailable);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(60));
        assertThat(direct.blobs().exists(TestBytes.sha256(content))).isFalse();
    }

    @Test
    void anUploadThatIsCutWithinItsPartsGoesOn() throws IOException {
        byte[] content = TestBytes.random(4, 4 * PART + 77);
        proxy.cutUploadsAfter(PART + PART / 2, 3);
        BlobRef ref = storage.blobs().put(new ByteArrayInputStream(content), content.length);

        assertThat(ref.sha256()).isEqualTo(TestBytes.sha256(content));
        try (InputStream stored = direct.blobs().get(ref.sha256())) {
            assertThat(stored.readAllBytes()).isEqualTo(content);
        }
    }

    @Test
    void anUploadThatIsCutAgainAndAgainFailsAndNothingIsVisible() throws IOException {
        byte[] content = TestBytes.random(5, 4 * PART);
        proxy.cutUploadsAfter(PART / 2, Integer.MAX_VALUE);
        assertThatThrownBy(() -> storage.blobs().put(new ByteArrayInputStream(content), content.length))
                .satisfies(StorageFaultTest::assertUnavailable);

        assertThat(direct.blobs().exists(TestBytes.sha256(content))).isFalse();
        proxy.recover();
        BlobRef ref = storage.blobs().put(new ByteArrayInputStream(content), content.length);
        try (InputStream stored = direct.blobs().get(ref.sha256())) {
            assertThat(stored.readAllBytes()).isEqualTo(content);
        }
    }

    @Test
    void aSmallUploadThatIsCutIsNeverVisibleInPart() throws IOException {
        byte[] content = TestBytes.random(6, 1 << 20);
        proxy.cutUploadsAfter(1 << 19, Integer.MAX_VALUE);
        assertThatThrownBy(() -> storage.blobs().put(content)).satisfies(StorageFaultTest::assertUnavailable);
        assertThat(direct.blobs().exists(TestBytes.sha256(content))).isFalse();

        proxy.cutUploadsAfter(1 << 19, 2);
        assertThat(direct.blobs().exists(storage.blobs().put(content).sha256())).isTrue();
    }

    @Test
    void aDownloadThatIsCutGoesOnWhereItBroke() throws IOException {
        byte[] content = TestBytes.random(7, 6 << 20);
        BlobRef ref = direct.blobs().put(new ByteArrayInputStream(content), content.length);
        proxy.cutDownloadsAfter(1 << 20, 2);
        try (InputStream stored = storage.blobs().get(ref.sha256())) {
            assertThat(stored.readAllBytes()).isEqualTo(content);
        }
        assertThat(proxy.connections.get()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void aDownloadThatIsCutAgainAndAgainFails() throws IOException {
        byte[] content = TestBytes.random(8, 20 << 20);
        BlobRef ref = direct.blobs().put(new ByteArrayInputStream(content), content.length);
        proxy.cutDownloadsAfter(1 << 20, Integer.MAX_VALUE);
        try (InputStream stored = storage.blobs().get(ref.sha256())) {
            assertThatThrownBy(stored::readAllBytes).satisfies(StorageFaultTest::assertUnavailable);
        }
    }

    @Test
    void failuresDoNotUseUpTheRoomForUploads() throws IOException {
        byte[] content = TestBytes.random(9, 3 * PART);
        proxy.refuse();
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> storage.blobs().put(new ByteArrayInputStream(content), content.length))
                    .isInstanceOf(ArtifactException.class);
        }
        proxy.recover();
        proxy.cutUploadsAfter(PART, Integer.MAX_VALUE);
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> storage.blobs().put(new ByteArrayInputStream(content), content.length))
                    .isInstanceOf(ArtifactException.class);
        }
        proxy.recover();
        assertThat(storage.blobs()
                        .put(new ByteArrayInputStream(content), content.length)
                        .size())
                .isEqualTo(content.length);
        assertThat(((S3Storage) storage).freeBuffers())
                .isEqualTo(QuickTuning.impatient(PART).buffers());
    }

    @Test
    void anInterruptedUploadEndsSoonAndStoresNothing() throws Exception {
        proxy.fallSilent();
        byte[] content = TestBytes.random(10, 3 * PART);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<BlobRef> put = () -> storage.blobs().put(new ByteArrayInputStream(content), content.length);
            Future<BlobRef> upload = threads.submit(put);
            await().until(() -> proxy.connections.get() > 0);
            threads.shutdownNow();
            assertThatThrownBy(upload::get).hasRootCauseInstanceOf(InterruptedException.class);
        }
        assertThat(direct.blobs().exists(TestBytes.sha256(content))).isFalse();
    }

    @Test
    void manyLargeUploadsAtOnceShareTheBuffers() throws Exception {
        List<Callable<BlobRef>> uploads = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int seed = 100 + i;
            long length = 2L * PART + i;
            uploads.add(() -> storage.blobs().put(TestBytes.endless(seed, length), length));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<BlobRef> upload : threads.invokeAll(uploads)) {
                assertThat(direct.blobs()
                                .stat(upload.get().sha256())
                                .orElseThrow()
                                .ref())
                        .isEqualTo(upload.get());
            }
        }
        assertThat(((S3Storage) storage).freeBuffers())
                .isEqualTo(QuickTuning.impatient(PART).buffers());
    }
}
