package dev.holdfast.activities.artifacts.s3;

import dev.holdfast.activities.artifacts.ArtifactError;
import dev.holdfast.activities.artifacts.ArtifactException;
import io.minio.AbortMultipartUploadArgs;
import io.minio.CompleteMultipartUploadArgs;
import io.minio.CreateMultipartUploadArgs;
import io.minio.Http;
import io.minio.UploadPartArgs;
import io.minio.messages.Part;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An object sent in parts, some at once; nobody sees it before it is completed. Used by one thread. */
final class MultipartUpload {
    private static final Logger LOG = LoggerFactory.getLogger(MultipartUpload.class);

    private final S3Connection connection;
    private final String object;
    private final String id;
    private final Map<Integer, Part> parts = new TreeMap<>();
    private final Deque<InFlight> inFlight = new ArrayDeque<>();
    private int count;

    @SuppressWarnings("ArrayRecordComponent") // a buffer, never compared
    private record InFlight(Future<Part> answer, byte[] buffer) {}

    private MultipartUpload(S3Connection connection, String object, String id) {
        this.connection = connection;
        this.object = object;
        this.id = id;
    }

    static MultipartUpload begin(S3Connection connection, String object) {
        var args = CreateMultipartUploadArgs.builder()
                .bucket(connection.bucket())
                .object(object)
                .build();
        String id = connection
                .request("begin an upload", client -> client.createMultipartUpload(args))
                .result()
                .uploadId();
        return new MultipartUpload(connection, object, id);
    }

    /** Sends a part and gives another buffer in exchange for its: a new one if there is room, else one that is free again. */
    byte[] exchange(byte[] full) {
        send(full, full.length);
        boolean more = inFlight.size() < connection.tuning().partsInFlight()
                && connection.buffers().tryAcquire();
        return more ? new byte[connection.tuning().partBytes()] : awaitOldest();
    }

    /** Sends a part; the buffer and its place are this upload's from now on. */
    void send(byte[] buffer, int length) {
        int number = ++count;
        inFlight.add(new InFlight(connection.threads().submit(() -> upload(number, buffer, length)), buffer));
        if (number > S3Tuning.MOST_PARTS) {
            throw new ArtifactException(
                    ArtifactError.TOO_LARGE,
                    "a file has more than " + S3Tuning.MOST_PARTS + " parts of "
                            + connection.tuning().partBytes() + " bytes, which S3 does not take: split it");
        }
    }

    private Part upload(int number, byte[] buffer, int length) {
        var args = UploadPartArgs.builder()
                .bucket(connection.bucket())
                .object(object)
                .uploadId(id)
                .partNumber(number)
                .data(buffer, length)
                // The server refuses bytes that changed on their way; without it the client would make the hash itself.
                .headers(new Http.Headers(Http.Headers.X_AMZ_CONTENT_SHA256, Hashing.of(buffer, length)))
                .build();
        return connection
                .request("store a part of " + length + " bytes", client -> client.uploadPart(args))
                .part();
    }

    /** The place of the buffer it returns is the caller's. */
    private byte[] awaitOldest() {
        InFlight oldest = inFlight.remove();
        try {
            Part part = oldest.answer().get();
            parts.put(part.partNumber(), part);
            return oldest.buffer();
        } catch (InterruptedException interrupted) {
            inFlight.addFirst(oldest);
            throw S3Connection.interrupted(interrupted);
        } catch (ExecutionException failed) {
            connection.buffers().release();
            throw connection.translate("store a part", failed);
        }
    }

    void complete() {
        while (!inFlight.isEmpty()) {
            awaitOldest();
            connection.buffers().release();
        }
        var args = CompleteMultipartUploadArgs.builder()
                .bucket(connection.bucket())
                .object(object)
                .uploadId(id)
                .parts(parts.values().toArray(Part[]::new))
                .build();
        connection.serverWork("finish an upload", client -> client.completeMultipartUpload(args));
    }

    /** Takes back what was sent. What cannot be taken back now is swept later. */
    void abort() {
        inFlight.forEach(part -> part.answer().cancel(true));
        connection.buffers().release(inFlight.size());
        inFlight.clear();
        var args = AbortMultipartUploadArgs.builder()
                .bucket(connection.bucket())
                .object(object)
                .uploadId(id)
                .build();
        boolean interrupted = Thread.interrupted();
        try {
            connection.once(client -> client.abortMultipartUpload(args));
        } catch (ExecutionException | ArtifactException unreachable) {
            LOG.info(
                    "the upload {} could not be taken back now and will be swept: {}",
                    object,
                    unreachable.getMessage());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
