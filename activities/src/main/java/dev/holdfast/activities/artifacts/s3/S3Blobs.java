package dev.holdfast.activities.artifacts.s3;

import dev.holdfast.activities.artifacts.ArtifactError;
import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.activities.artifacts.BlobInfo;
import dev.holdfast.activities.artifacts.BlobRef;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.artifacts.ByteRange;
import dev.holdfast.contract.InvalidFieldException;
import io.minio.CopyObjectArgs;
import io.minio.GetPresignedObjectUrlArgs;
import io.minio.HeadObjectArgs;
import io.minio.HeadObjectResponse;
import io.minio.Http;
import io.minio.PutObjectAPIArgs;
import io.minio.RemoveObjectArgs;
import io.minio.SourceObject;
import io.minio.errors.MinioException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Blobs as objects. A small one is hashed in memory and stored by one request. A large one, whose hash is known only at
 * its end, is sent in parts to a temporary name and copied to its own by the server: S3 has no rename.
 */
final class S3Blobs implements BlobStore {
    private static final Logger LOG = LoggerFactory.getLogger(S3Blobs.class);

    static final String INCOMING = "incoming/";
    private static final String BLOBS = "blobs/";
    /** So little is stored again as fast as it is asked for. */
    private static final int NOT_ASKED_FOR = 256 << 10;

    private static final Duration LONGEST_LIFETIME = Duration.ofDays(7);

    private final S3Connection connection;
    private final Clock clock;

    S3Blobs(S3Connection connection, Clock clock) {
        this.connection = connection;
        this.clock = clock;
    }

    /** Two levels of directories keep listings short on services that store objects as files. */
    static String address(String sha256) {
        BlobRef.requireHash(sha256);
        return BLOBS + sha256.substring(0, 2) + "/" + sha256.substring(2, 4) + "/" + sha256;
    }

    @Override
    public BlobRef put(InputStream content, long expectedSize) throws IOException {
        String incoming = INCOMING + UUID.randomUUID();
        try (PartedOutput output = new PartedOutput(connection, incoming, expectedSize)) {
            content.transferTo(output);
            BlobRef ref = output.ref();
            if (isFresh(ref)) {
                return ref;
            }
            if (output.isWhole()) {
                store(ref, output.bytes());
            } else {
                output.completeParts();
                moveIn(incoming, ref);
            }
            return ref;
        }
    }

    @Override
    public BlobRef put(byte[] content) {
        BlobRef ref = new BlobRef(Hashing.of(content), content.length);
        if (content.length <= NOT_ASKED_FOR || !isFresh(ref)) {
            store(ref, content);
        }
        return ref;
    }

    private boolean isFresh(BlobRef ref) {
        return stat(ref.sha256())
                .filter(known -> known.ref().size() == ref.size())
                .filter(known -> known.storedAt()
                        .isAfter(clock.instant().minus(connection.tuning().refreshAfter())))
                .isPresent();
    }

    /** The hash goes along, so that the server refuses bytes that changed on their way. */
    private void store(BlobRef ref, byte[] bytes) {
        var args = PutObjectAPIArgs.builder()
                .bucket(connection.bucket())
                .object(address(ref.sha256()))
                .data(bytes, (int) ref.size())
                .headers(new Http.Headers(Http.Headers.X_AMZ_CONTENT_SHA256, ref.sha256()))
                .build();
        connection.request("store " + ref.size() + " bytes", client -> client.putObject(args));
    }

    private void moveIn(String incoming, BlobRef ref) {
        try {
            var args = CopyObjectArgs.builder()
                    .bucket(connection.bucket())
                    .object(address(ref.sha256()))
                    .source(SourceObject.builder()
                            .bucket(connection.bucket())
                            .object(incoming)
                            .build())
                    .build();
            connection.serverWork("store " + ref.size() + " bytes", client -> client.copyObject(args));
        } finally {
            removeLeftover(incoming);
        }
    }

    /** The blob is stored or its failure is known; this must not change that. */
    private void removeLeftover(String incoming) {
        try {
            remove(incoming);
        } catch (ArtifactException unreachable) {
            LOG.info("{} could not be removed now and will be swept: {}", incoming, unreachable.getMessage());
        }
    }

    @Override
    public InputStream get(String sha256) {
        return new ObjectInput(connection, address(sha256), 0, null, sha256);
    }

    @Override
    public InputStream get(String sha256, ByteRange range) {
        BlobInfo info = stat(sha256)
                .orElseThrow(() -> new ArtifactException(
                        ArtifactError.BLOB_MISSING, "the blob " + sha256 + " is not in the artifact storage"));
        long size = info.ref().size();
        if (range.length() == 0 || range.offset() >= size) {
            return InputStream.nullInputStream();
        }
        long end = range.length() > size - range.offset() ? size : range.offset() + range.length();
        return new ObjectInput(connection, address(sha256), range.offset(), end, null);
    }

    @Override
    public Optional<BlobInfo> stat(String sha256) {
        var args = HeadObjectArgs.builder()
                .bucket(connection.bucket())
                .object(address(sha256))
                .build();
        try {
            HeadObjectResponse found = connection.request("look for " + sha256, client -> client.headObject(args));
            return Optional.of(new BlobInfo(
                    new BlobRef(sha256, found.size()), found.lastModified().toInstant()));
        } catch (ArtifactException problem) {
            if (problem.error() == ArtifactError.BLOB_MISSING) {
                return Optional.empty();
            }
            throw problem;
        }
    }

    @Override
    public void list(Consumer<BlobInfo> blobs) {
        new S3Listing(connection).forEach(BLOBS, item -> {
            String hash = item.objectName().substring(item.objectName().lastIndexOf('/') + 1);
            blobs.accept(new BlobInfo(
                    new BlobRef(hash, item.size()), item.lastModified().toInstant()));
        });
    }

    @Override
    public void delete(String sha256) {
        remove(address(sha256));
    }

    private void remove(String object) {
        var args = RemoveObjectArgs.builder()
                .bucket(connection.bucket())
                .object(object)
                .build();
        connection.request("remove " + object, client -> client.removeObject(args));
    }

    @Override
    public URI presign(String sha256, String fileName, String contentType, Duration lifetime) {
        if (lifetime.toSeconds() < 1 || lifetime.compareTo(LONGEST_LIFETIME) > 0) {
            throw new InvalidFieldException("lifetime", lifetime + " is not between 1 second and 7 days");
        }
        var args = GetPresignedObjectUrlArgs.builder()
                .method(Http.Method.GET)
                .bucket(connection.bucket())
                .object(address(sha256))
                .expiry((int) lifetime.toSeconds())
                .extraQueryParams(Map.of(
                        "response-content-disposition", DownloadHeaders.disposition(fileName),
                        "response-content-type", DownloadHeaders.contentType(contentType)))
                .build();
        try {
            return URI.create(connection.signer().getPresignedObjectUrl(args));
        } catch (MinioException failed) {
            throw connection.translate("sign an address", failed);
        }
    }
}
