package dev.holdfast.api.fakes;

import dev.holdfast.activities.artifacts.ArtifactError;
import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.activities.artifacts.ArtifactStorage;
import dev.holdfast.activities.artifacts.BlobInfo;
import dev.holdfast.activities.artifacts.BlobRef;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.artifacts.ByteRange;
import dev.holdfast.activities.artifacts.NamedObjects;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Blobs in memory. */
public final class FakeStorage implements ArtifactStorage, BlobStore {
    private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();
    public volatile boolean down;

    /** The API makes bundles from the log store, so these stay empty. */
    private final NamedObjects objects = new NamedObjects() {
        @Override
        public BlobRef store(String name, Content content) {
            throw new UnsupportedOperationException("the API stores no named objects");
        }

        @Override
        public Optional<InputStream> open(String name) {
            return Optional.empty();
        }

        @Override
        public void remove(String name) {}
    };

    @Override
    public BlobRef put(InputStream content, long expectedSize) throws IOException {
        return put(content.readAllBytes());
    }

    @Override
    public BlobRef put(byte[] content) {
        answer();
        try {
            String sha256 = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content));
            blobs.put(sha256, content);
            return new BlobRef(sha256, content.length);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void list(Consumer<BlobInfo> each) {
        answer();
        blobs.forEach(
                (sha256, content) -> each.accept(new BlobInfo(new BlobRef(sha256, content.length), Instant.EPOCH)));
    }

    @Override
    public InputStream get(String sha256) {
        return get(sha256, new ByteRange(0, Integer.MAX_VALUE));
    }

    @Override
    public InputStream get(String sha256, ByteRange range) {
        answer();
        byte[] content = blobs.get(sha256);
        if (content == null) {
            throw new ArtifactException(ArtifactError.BLOB_MISSING, "fake: no such blob");
        }
        return new ByteArrayInputStream(content, (int) range.offset(), (int) range.length());
    }

    @Override
    public Optional<BlobInfo> stat(String sha256) {
        answer();
        return Optional.ofNullable(blobs.get(sha256))
                .map(content -> new BlobInfo(new BlobRef(sha256, content.length), Instant.EPOCH));
    }

    @Override
    public void delete(String sha256) {
        blobs.remove(sha256);
    }

    @Override
    public URI presign(String sha256, String fileName, String contentType, Duration lifetime) {
        return URI.create("http://storage.test/" + sha256 + "?for=" + lifetime);
    }

    @Override
    public BlobStore blobs() {
        return this;
    }

    @Override
    public NamedObjects objects() {
        return objects;
    }

    @Override
    public boolean healthy() {
        return !down;
    }

    @Override
    public int sweep(Duration age) {
        throw new UnsupportedOperationException("the API does not sweep");
    }

    @Override
    public void close() {}

    private void answer() {
        if (down) {
            throw new ArtifactException(ArtifactError.STORAGE_UNAVAILABLE, "fake: the storage is down");
        }
    }
}
