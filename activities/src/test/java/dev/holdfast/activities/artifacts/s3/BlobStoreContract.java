package dev.holdfast.activities.artifacts.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.artifacts.ArtifactError;
import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.activities.artifacts.ArtifactStorage;
import dev.holdfast.activities.artifacts.BlobInfo;
import dev.holdfast.activities.artifacts.BlobRef;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.artifacts.ByteRange;
import dev.holdfast.contract.InvalidFieldException;
import io.minio.MinioAsyncClient;
import io.minio.PutObjectArgs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What every S3 service must give us of blobs. */
abstract class BlobStoreContract extends S3Contract {
    @Test
    void theFirstPutMakesTheBucket() throws IOException {
        assertThat(storage.healthy()).isTrue();
        byte[] content = TestBytes.random(1, 1000);
        BlobRef ref = blobs.put(content);

        assertThat(ref).isEqualTo(new BlobRef(TestBytes.sha256(content), 1000));
        assertThat(read(ref)).isEqualTo(content);
        assertThat(storage.healthy()).isTrue();
    }

    @Test
    void manyFirstPutsAtOnceMakeOneBucket() throws Exception {
        List<Callable<BlobRef>> puts = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            byte[] content = TestBytes.random(i, 10);
            puts.add(() -> blobs.put(content));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var put : threads.invokeAll(puts)) {
                assertThat(blobs.exists(put.get().sha256())).isTrue();
            }
        }
    }

    @Test
    void anEmptyBlobIsABlob() throws IOException {
        BlobRef ref = blobs.put(new byte[0]);
        assertThat(ref.size()).isZero();
        assertThat(read(ref)).isEmpty();
        assertThat(blobs.get(ref.sha256(), new ByteRange(0, 5)).readAllBytes()).isEmpty();
    }

    @Test
    void aStreamOfOnePartIsStoredWhole() throws IOException {
        for (int length : new int[] {0, 1, 65_536, PART - 1, PART}) {
            byte[] content = TestBytes.random(length, length);
            BlobRef ref = blobs.put(new ByteArrayInputStream(content), BlobStore.UNKNOWN_SIZE);
            assertThat(ref).isEqualTo(new BlobRef(TestBytes.sha256(content), length));
            assertThat(read(ref)).isEqualTo(content);
        }
    }

    @Test
    void aStreamOfManyPartsIsStoredWholeAndLeavesNothingElse() throws Exception {
        byte[] content = TestBytes.random(7, 4 * PART + 12_345);
        BlobRef ref = blobs.put(new ByteArrayInputStream(content), content.length);

        assertThat(ref).isEqualTo(new BlobRef(TestBytes.sha256(content), content.length));
        assertThat(read(ref)).isEqualTo(content);
        assertThat(objectNames()).containsExactly(S3Blobs.address(ref.sha256()));
    }

    @Test
    void aWrongExpectedSizeDoesNotMatter() throws IOException {
        byte[] content = TestBytes.random(8, PART + 1);
        for (long expected : new long[] {0, 10, PART, 10L * PART}) {
            assertThat(blobs.put(new ByteArrayInputStream(content), expected).size())
                    .isEqualTo(content.length);
        }
    }

    @Test
    void theSameContentIsStoredOnce() throws Exception {
        byte[] content = TestBytes.random(9, 2 * PART);
        BlobRef first = blobs.put(new ByteArrayInputStream(content), content.length);
        BlobInfo before = blobs.stat(first.sha256()).orElseThrow();

        assertThat(blobs.put(new ByteArrayInputStream(content), BlobStore.UNKNOWN_SIZE))
                .isEqualTo(first);
        assertThat(blobs.put(content)).isEqualTo(first);
        assertThat(blobs.stat(first.sha256())).contains(before);
        assertThat(objectNames()).hasSize(1);
    }

    @Test
    void contentThatIsOldIsMadeYoungByPuttingItAgain() throws IOException {
        byte[] small = TestBytes.random(10, 100);
        byte[] large = TestBytes.random(11, 2 * PART);
        BlobRef smallRef = blobs.put(small);
        BlobRef largeRef = blobs.put(new ByteArrayInputStream(large), large.length);
        Instant smallBefore = blobs.stat(smallRef.sha256()).orElseThrow().storedAt();
        Instant largeBefore = blobs.stat(largeRef.sha256()).orElseThrow().storedAt();
        awaitNextSecond(largeBefore);

        InstantSource tomorrow = () -> Instant.now().plus(Duration.ofDays(1));
        try (ArtifactStorage later = storageAt(tomorrow.withZone(ZoneOffset.UTC))) {
            later.blobs().put(small);
            later.blobs().put(new ByteArrayInputStream(large), large.length);
        }
        assertThat(blobs.stat(smallRef.sha256()).orElseThrow().storedAt()).isAfter(smallBefore);
        assertThat(blobs.stat(largeRef.sha256()).orElseThrow().storedAt()).isAfter(largeBefore);
        assertThat(read(largeRef)).isEqualTo(large);
    }

    /** Storage tells times in seconds. */
    private static void awaitNextSecond(Instant second) {
        await().until(() -> Instant.now().isAfter(second.plusMillis(1100)));
    }

    @Test
    void partsOfABlobAreReadByRange() throws IOException {
        byte[] content = TestBytes.random(12, 10_000);
        String hash = blobs.put(content).sha256();

        assertThat(blobs.get(hash, new ByteRange(0, 10)).readAllBytes()).isEqualTo(Arrays.copyOfRange(content, 0, 10));
        assertThat(blobs.get(hash, new ByteRange(9_990, 100)).readAllBytes())
                .isEqualTo(Arrays.copyOfRange(content, 9_990, 10_000));
        assertThat(blobs.get(hash, new ByteRange(10_000, 1)).readAllBytes()).isEmpty();
        assertThat(blobs.get(hash, new ByteRange(5, Long.MAX_VALUE)).readAllBytes())
                .hasSize(9_995);
    }

    @Test
    void aMissingBlobIsSaidToBeMissing() {
        String hash = TestBytes.sha256(new byte[] {1});
        assertThat(blobs.stat(hash)).isEmpty();
        assertThat(blobs.exists(hash)).isFalse();
        assertThatThrownBy(() -> blobs.get(hash)).isInstanceOfSatisfying(ArtifactException.class, problem -> {
            assertThat(problem.error()).isEqualTo(ArtifactError.BLOB_MISSING);
            assertThat(problem.retryable()).isFalse();
        });
        assertThatThrownBy(() -> blobs.get(hash, new ByteRange(0, 1))).hasMessageContaining(hash);
    }

    @Test
    void allBlobsAreListedAcrossPages() throws Exception {
        List<Callable<BlobRef>> puts = new ArrayList<>();
        for (int i = 0; i < 1_050; i++) {
            byte[] content = TestBytes.random(1_000 + i, 20);
            puts.add(() -> blobs.put(content));
        }
        List<String> stored = new ArrayList<>();
        try (var threads = Executors.newFixedThreadPool(8)) {
            for (var put : threads.invokeAll(puts)) {
                stored.add(put.get().sha256());
            }
        }
        storage.objects().store("not/a/blob", output -> output.write(1));
        List<BlobInfo> listed = new ArrayList<>();
        blobs.list(listed::add);

        assertThat(listed).extracting(info -> info.ref().sha256()).containsExactlyInAnyOrderElementsOf(stored);
        assertThat(listed)
                .isSortedAccordingTo(
                        (a, b) -> a.ref().sha256().compareTo(b.ref().sha256()));
        assertThat(listed).allMatch(info -> info.ref().size() == 20);
        assertThat(listed.get(0).storedAt())
                .isBetween(Instant.now().minusSeconds(600), Instant.now().plusSeconds(60));
    }

    @Test
    void deletingTwiceIsFine() {
        BlobRef ref = blobs.put(new byte[] {1, 2, 3});
        blobs.delete(ref.sha256());
        blobs.delete(ref.sha256());
        assertThat(blobs.exists(ref.sha256())).isFalse();
    }

    @Test
    void aHashThatIsNoneNeverReachesTheStorage() {
        for (String wrong : List.of("", "../../etc/passwd", "A".repeat(64), "0".repeat(63) + "/")) {
            assertThatThrownBy(() -> blobs.get(wrong)).isInstanceOf(InvalidFieldException.class);
        }
    }

    @Test
    void aBlobWhoseBytesWereChangedIsNotTakenForWhole() throws Exception {
        BlobRef ref = blobs.put("what it was".getBytes(UTF_8));
        try (MinioAsyncClient client = plainClient()) {
            client.putObject(PutObjectArgs.builder()
                            .bucket(config.bucket())
                            .object(S3Blobs.address(ref.sha256()))
                            .data("what it is!".getBytes(UTF_8), 11)
                            .build())
                    .get();
        }
        assertThatThrownBy(() -> read(ref))
                .isInstanceOfSatisfying(
                        ArtifactException.class,
                        problem -> assertThat(problem.error()).isEqualTo(ArtifactError.BLOB_DAMAGED));
    }

    @Test
    void aStreamThatBreaksStoresNothing() throws Exception {
        for (int goodBytes : new int[] {100, 3 * PART}) {
            InputStream breaking = new SequenceInputStream(
                    new ByteArrayInputStream(TestBytes.random(13, goodBytes)),
                    TestBytes.broken("the sandbox went away"));
            assertThatThrownBy(() -> blobs.put(breaking, BlobStore.UNKNOWN_SIZE))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the sandbox went away");
        }
        blobs.put(new byte[] {1});
        assertThat(objectNames()).hasSize(1);
        assertThat(storage.sweep(Duration.ofDays(-1))).isZero();
    }
}
