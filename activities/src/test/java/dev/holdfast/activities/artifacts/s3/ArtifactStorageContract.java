package dev.holdfast.activities.artifacts.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.artifacts.ArtifactError;
import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.activities.artifacts.ArtifactStorage;
import dev.holdfast.activities.artifacts.BlobRef;
import dev.holdfast.activities.artifacts.S3Config;
import dev.holdfast.contract.InvalidFieldException;
import io.minio.CreateMultipartUploadArgs;
import io.minio.MinioAsyncClient;
import io.minio.PutObjectArgs;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every S3 service must give us: blobs, addresses for others, named objects, and order. */
abstract class ArtifactStorageContract extends BlobStoreContract {
    /** Where it is false, the service itself removes uploads that were never finished. */
    protected abstract boolean listsUnfinishedUploads();

    @Test
    void aPresignedAddressDownloadsAsAnAttachment() throws IOException {
        byte[] content = "<script>alert(1)</script>".getBytes(UTF_8);
        BlobRef ref = blobs.put(content);
        URI address = blobs.presign(ref.sha256(), "out/ü\"\r\nX: y.html", "text/html", Duration.ofMinutes(1));
        HttpURLConnection download = (HttpURLConnection) address.toURL().openConnection();

        assertThat(download.getResponseCode()).isEqualTo(200);
        assertThat(download.getInputStream().readAllBytes()).isEqualTo(content);
        assertThat(download.getContentType()).isEqualTo("text/html");
        assertThat(download.getHeaderField("X")).isNull();
        assertThat(download.getHeaderField("Content-Disposition"))
                .isEqualTo("attachment; filename=\"____X__y.html\"; filename*=UTF-8''%C3%BC%22%0D%0AX%3A%20y.html");
    }

    @Test
    void anAddressThatWasTamperedWithIsRefused() throws IOException {
        BlobRef ref = blobs.put(new byte[] {1});
        BlobRef other = blobs.put(new byte[] {2});
        URI address = blobs.presign(ref.sha256(), "a", "text/plain", Duration.ofMinutes(1));
        URI changed =
                URI.create(address.toString().replace(S3Blobs.address(ref.sha256()), S3Blobs.address(other.sha256())));
        assertThat(((HttpURLConnection) changed.toURL().openConnection()).getResponseCode())
                .isEqualTo(403);
    }

    @Test
    void anAddressExpires() throws IOException {
        BlobRef ref = blobs.put(new byte[] {1});
        URI address = blobs.presign(ref.sha256(), "a", "text/plain", Duration.ofSeconds(1));

        await().until(() -> ((HttpURLConnection) address.toURL().openConnection()).getResponseCode() == 403);
    }

    @Test
    void anAddressIsForWhereCallersReachTheService() {
        S3Config elsewhere = new S3Config(
                config.endpoint(), config.accessKey(), config.secretKey(), config.bucket(), null, "http://files.test");
        try (ArtifactStorage behindAProxy = new S3Storage(elsewhere, QuickTuning.withParts(PART), Clock.systemUTC())) {
            BlobRef ref = behindAProxy.blobs().put(new byte[] {1});

            assertThat(behindAProxy.blobs().presign(ref.sha256(), "a", "text/plain", Duration.ofMinutes(1)))
                    .hasScheme("http")
                    .hasHost("files.test");
        }
    }

    @Test
    void aLifetimeMustBeUpToSevenDays() {
        String hash = TestBytes.sha256(new byte[] {1});
        for (Duration wrong : List.of(Duration.ZERO, Duration.ofMillis(-1), Duration.ofDays(8))) {
            assertThatThrownBy(() -> blobs.presign(hash, "a", "text/plain", wrong))
                    .isInstanceOf(InvalidFieldException.class)
                    .hasMessageContaining("lifetime");
        }
    }

    @Test
    void namedObjectsAreReplacedWhole() throws IOException {
        byte[] large = TestBytes.random(14, 2 * PART + 1);
        storage.objects().store("logs/t-1.gz", output -> output.write(large));
        try (InputStream stored = storage.objects().open("logs/t-1.gz").orElseThrow()) {
            assertThat(stored.readAllBytes()).isEqualTo(large);
        }
        storage.objects().store("logs/t-1.gz", output -> output.write(5));
        try (InputStream stored = storage.objects().open("logs/t-1.gz").orElseThrow()) {
            assertThat(stored.readAllBytes()).containsExactly(5);
        }
        storage.objects().remove("logs/t-1.gz");
        storage.objects().remove("logs/t-1.gz");
        assertThat(storage.objects().open("logs/t-1.gz")).isEmpty();
    }

    @Test
    void contentThatFailsHalfWayLeavesTheObjectAsItWas() throws IOException {
        storage.objects().store("a", output -> output.write(1));
        assertThatThrownBy(() -> storage.objects().store("a", output -> {
                    output.write(TestBytes.random(15, 3 * PART));
                    throw new IOException("half way");
                }))
                .hasMessage("half way");
        try (InputStream stored = storage.objects().open("a").orElseThrow()) {
            assertThat(stored.readAllBytes()).containsExactly(1);
        }
    }

    @Test
    void namesThatLeadElsewhereAreRefused() {
        for (String wrong : List.of("", "/a", "a/", "a//b", "../a", "a/../b", "a b", ".hidden")) {
            assertThatThrownBy(() -> storage.objects().open(wrong)).isInstanceOf(InvalidFieldException.class);
        }
    }

    @Test
    void sweepingTakesOnlyWhatIsUnfinishedAndOld() throws Exception {
        BlobRef kept = blobs.put(new byte[] {1});
        try (MinioAsyncClient client = plainClient()) {
            client.putObject(PutObjectArgs.builder()
                            .bucket(config.bucket())
                            .object("incoming/left")
                            .data(new byte[] {1}, 1)
                            .build())
                    .get();
            client.createMultipartUpload(CreateMultipartUploadArgs.builder()
                            .bucket(config.bucket())
                            .object("incoming/cut")
                            .build())
                    .get();
        }
        assertThat(storage.sweep(Duration.ofHours(1))).isZero();
        assertThat(storage.sweep(Duration.ofHours(-1))).isEqualTo(listsUnfinishedUploads() ? 2 : 1);
        assertThat(storage.sweep(Duration.ofHours(-1))).isZero();
        assertThat(blobs.exists(kept.sha256())).isTrue();
        assertThat(objectNames()).hasSize(1);
    }

    @Test
    void wrongCredentialsAreSaidToBeWrong() {
        S3Config wrong = new S3Config(config.endpoint(), "holdfast", "not-the-secret", config.bucket(), null, null);
        try (ArtifactStorage refused = new S3Storage(wrong, QuickTuning.withParts(PART), Clock.systemUTC())) {
            assertThatThrownBy(() -> refused.blobs().put(new byte[] {1}))
                    .isInstanceOfSatisfying(ArtifactException.class, problem -> {
                        assertThat(problem.error()).isEqualTo(ArtifactError.STORAGE_REFUSED);
                        assertThat(problem).hasMessageContaining("access").hasMessageNotContaining("not-the-secret");
                    });
            assertThat(refused.healthy()).isFalse();
        }
    }
}
