package dev.holdfast.activities.artifacts;

import dev.holdfast.activities.artifacts.s3.TestBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Blobs in memory, with a fault that can be switched on. */
public final class MemoryBlobs implements BlobStore {
    final Map<String, byte[]> stored = new ConcurrentHashMap<>();
    final AtomicInteger puts = new AtomicInteger();
    volatile @Nullable ArtifactException fault;

    @Override
    public BlobRef put(InputStream content, long expectedSize) throws IOException {
        return put(content.readAllBytes());
    }

    @Override
    public BlobRef put(byte[] content) {
        puts.incrementAndGet();
        ArtifactException failure = fault;
        if (failure != null) {
            throw failure;
        }
        BlobRef ref = new BlobRef(TestBytes.sha256(content), content.length);
        stored.putIfAbsent(ref.sha256(), content.clone());
        return ref;
    }

    @Override
    public InputStream get(String sha256) {
        byte[] content = stored.get(BlobRef.requireHash(sha256));
        if (content == null) {
            throw new ArtifactException(ArtifactError.BLOB_MISSING, "the blob " + sha256 + " is not there");
        }
        return new ByteArrayInputStream(content);
    }

    @Override
    public InputStream get(String sha256, ByteRange range) {
        byte[] content = stored.getOrDefault(sha256, new byte[0]);
        int from = (int) Math.min(content.length, range.offset());
        int to = (int) Math.min(content.length, from + range.length());
        return new ByteArrayInputStream(Arrays.copyOfRange(content, from, to));
    }

    @Override
    public Optional<BlobInfo> stat(String sha256) {
        return Optional.ofNullable(stored.get(sha256))
                .map(content -> new BlobInfo(new BlobRef(sha256, content.length), Instant.EPOCH));
    }

    @Override
    public void list(Consumer<BlobInfo> blobs) {
        stored.keySet().stream().sorted().forEach(hash -> stat(hash).ifPresent(blobs));
    }

    @Override
    public void delete(String sha256) {
        stored.remove(sha256);
    }

    @Override
    public URI presign(String sha256, String fileName, String contentType, Duration lifetime) {
        return URI.create("memory:" + sha256);
    }
}
