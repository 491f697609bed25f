package dev.holdfast.activities.artifacts;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Bytes by their sha256. The same content is stored once, whoever brings it.
 *
 * <p>A blob is visible only when it is whole. Streams of any length pass through in a fixed amount of memory. Calls
 * block and may come from many threads; those that need the storage throw {@link ArtifactException}.
 *
 * <p>What {@code put} reports stays safe from a collector of garbage that spares blobs stored within the last day:
 * content that was there already is stored anew when it is older than half a day.
 */
public interface BlobStore {
    long UNKNOWN_SIZE = -1;

    /**
     * Stores what the stream holds up to its end, which is not closed.
     *
     * @param expectedSize how much it will be, or {@link #UNKNOWN_SIZE}; only saves memory
     * @throws IOException from the stream itself; nothing is stored then
     */
    BlobRef put(InputStream content, long expectedSize) throws IOException;

    /** Stores few bytes, which must not change meanwhile. */
    BlobRef put(byte[] content);

    /**
     * The whole content. A connection that breaks is taken up again where it broke; at the end the hash is checked.
     * Reading, too, throws {@link ArtifactException}: {@code BLOB_MISSING}, {@code BLOB_DAMAGED}, ….
     */
    InputStream get(String sha256);

    /** A part of the content, cut where the blob ends. */
    InputStream get(String sha256, ByteRange range);

    Optional<BlobInfo> stat(String sha256);

    default boolean exists(String sha256) {
        return stat(sha256).isPresent();
    }

    /** Hands over every blob, in the order of their hashes, page by page; those that come or go meanwhile may be missed. */
    void list(Consumer<BlobInfo> blobs);

    /** Gone is success. */
    void delete(String sha256);

    /**
     * An address from which anyone may download the blob for that long, always as an attachment, so that a browser
     * does not show it.
     *
     * @param fileName any text, only its last part is used; what a header cannot carry is replaced
     * @param lifetime at most 7 days
     */
    URI presign(String sha256, String fileName, String contentType, Duration lifetime);
}
