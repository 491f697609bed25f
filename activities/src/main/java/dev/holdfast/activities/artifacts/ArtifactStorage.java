package dev.holdfast.activities.artifacts;

import dev.holdfast.activities.artifacts.s3.S3Storage;
import java.time.Duration;

/**
 * The storage of files, in one bucket.
 *
 * <p>Every call tries again after a fault that may pass, a bounded number of times, and then throws an {@link
 * ArtifactException} that says what to do. Nothing is ever visible in part.
 */
public interface ArtifactStorage extends AutoCloseable {
    BlobStore blobs();

    NamedObjects objects();

    /** Whether the storage answers now; asks once. */
    boolean healthy();

    /**
     * Removes what uploads that were cut off left behind; they were never visible.
     *
     * @param age what is younger may still be in use
     * @return how many were removed
     */
    int sweep(Duration age);

    @Override
    void close();

    /** Connects lazily: the first use makes the bucket if it is missing. */
    static ArtifactStorage connect(S3Config config) {
        return new S3Storage(config);
    }
}
