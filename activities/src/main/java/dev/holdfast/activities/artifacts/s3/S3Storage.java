package dev.holdfast.activities.artifacts.s3;

import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.activities.artifacts.ArtifactStorage;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.artifacts.NamedObjects;
import dev.holdfast.activities.artifacts.NativeDigests;
import dev.holdfast.activities.artifacts.S3Config;
import io.minio.HeadBucketArgs;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutionException;

/** One bucket: {@code blobs/} by hash, {@code objects/} by name, {@code incoming/} what is not whole yet. */
public final class S3Storage implements ArtifactStorage {
    private final S3Connection connection;
    private final S3Blobs blobs;
    private final S3Objects objects;
    private final S3Sweep sweep;

    public S3Storage(S3Config config) {
        this(config, S3Tuning.STANDARD, Clock.systemUTC());
        NativeDigests.prepare();
    }

    S3Storage(S3Config config, S3Tuning tuning, Clock clock) {
        this.connection = new S3Connection(config, tuning);
        this.blobs = new S3Blobs(connection, clock);
        this.objects = new S3Objects(connection);
        this.sweep = new S3Sweep(connection, clock);
    }

    @Override
    public BlobStore blobs() {
        return blobs;
    }

    @Override
    public NamedObjects objects() {
        return objects;
    }

    @Override
    public boolean healthy() {
        var args = HeadBucketArgs.builder().bucket(connection.bucket()).build();
        try {
            connection.once(client -> client.headBucket(args));
            return true;
        } catch (ExecutionException failed) {
            // A missing bucket is made on first use.
            return S3Errors.isBucketMissing(S3Errors.unwrapped(failed));
        } catch (ArtifactException interrupted) {
            return false;
        }
    }

    @Override
    public int sweep(Duration age) {
        return sweep.olderThan(age);
    }

    /** How many parts of uploads may still be held in memory. */
    int freeBuffers() {
        return connection.buffers().availablePermits();
    }

    @Override
    public void close() {
        connection.close();
    }
}
