package dev.holdfast.activities.artifacts.s3;

import dev.holdfast.activities.artifacts.ArtifactStorage;
import dev.holdfast.activities.artifacts.BlobRef;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.artifacts.S3Config;
import io.minio.ListObjectsArgs;
import io.minio.MinioAsyncClient;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import okhttp3.ConnectionSpec;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** A bucket of its own for each test, in a service that is started once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class S3Contract {
    static final int PART = 5 << 20;

    S3Config config;
    ArtifactStorage storage;
    BlobStore blobs;
    private S3Server server;

    protected abstract S3Server startServer();

    @BeforeAll
    void start() {
        server = startServer();
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void connect() {
        config = server.config("b-" + UUID.randomUUID());
        storage = storageAt(Clock.systemUTC());
        blobs = storage.blobs();
    }

    @AfterEach
    void disconnect() {
        storage.close();
    }

    ArtifactStorage storageAt(Clock clock) {
        return new S3Storage(config, QuickTuning.withParts(PART), clock);
    }

    byte[] read(BlobRef ref) throws IOException {
        try (InputStream content = blobs.get(ref.sha256())) {
            return content.readAllBytes();
        }
    }

    List<String> objectNames() throws Exception {
        List<String> names = new ArrayList<>();
        try (MinioAsyncClient client = plainClient()) {
            for (var item : client.listObjects(ListObjectsArgs.builder()
                    .bucket(config.bucket())
                    .recursive(true)
                    .build())) {
                names.add(item.get().objectName());
            }
        }
        return names;
    }

    MinioAsyncClient plainClient() {
        return MinioAsyncClient.builder()
                .endpoint(config.endpoint())
                .credentials(config.accessKey(), config.secretKey())
                .region(config.region())
                .httpClient(new OkHttpClient.Builder()
                        .connectionSpecs(List.of(ConnectionSpec.CLEARTEXT))
                        .build())
                .build();
    }
}
