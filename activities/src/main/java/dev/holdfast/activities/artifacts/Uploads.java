package dev.holdfast.activities.artifacts;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.Artifact.Status;
import dev.holdfast.contract.TaskId;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** The uploads of one collection. A file that cannot be stored becomes a failed artifact, not an exception. */
final class Uploads implements AutoCloseable {
    /** After so many files in a row the storage is taken to be away, and the rest is not tried one by one. */
    private static final int GIVE_UP_AFTER = 3;

    private final BlobStore blobs;
    private final UploadBounds bounds;
    private final Runnable heartbeat;
    private final ExecutorService threads;
    private final AtomicInteger failuresInARow = new AtomicInteger();
    private volatile boolean mayPass;

    Uploads(BlobStore blobs, UploadBounds bounds, TaskId taskId, Runnable heartbeat) {
        this.blobs = blobs;
        this.bounds = bounds;
        this.heartbeat = heartbeat;
        this.threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("artifacts-" + taskId + "-", 0).factory());
    }

    /** Whether some failed for a reason that may pass. */
    boolean mayPass() {
        return mayPass;
    }

    /** Reads a small file now and stores it in the background. */
    Future<Artifact> start(String path, InputStream content, int size) throws IOException {
        try {
            bounds.enter(size, heartbeat);
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
        boolean handedOver = false;
        try {
            byte[] bytes = new byte[size];
            if (content.readNBytes(bytes, 0, size) < size) {
                throw new EOFException("the archive ends within " + path);
            }
            Future<Artifact> artifact = threads.submit(() -> storedAndLeft(path, bytes));
            handedOver = true;
            return artifact;
        } finally {
            if (!handedOver) {
                bounds.leave(size);
            }
        }
    }

    private Artifact storedAndLeft(String path, byte[] bytes) throws IOException {
        try {
            String type =
                    ContentTypes.guess(path, Arrays.copyOf(bytes, Math.min(bytes.length, ContentTypes.BYTES_NEEDED)));
            return stored(path, bytes.length, type, () -> blobs.put(bytes));
        } finally {
            bounds.leave(bytes.length);
        }
    }

    /** Stores a large file while it is read. That happens on another thread, so that this one can give signs of life. */
    Future<Artifact> stream(String path, InputStream content, long size) throws IOException {
        Future<Artifact> artifact = threads.submit(() -> {
            byte[] head = content.readNBytes(ContentTypes.BYTES_NEEDED);
            InputStream whole = new SequenceInputStream(new ByteArrayInputStream(head), content);
            return stored(path, size, ContentTypes.guess(path, head), () -> blobs.put(whole, size));
        });
        await(artifact);
        return artifact;
    }

    @FunctionalInterface
    private interface Storing {
        BlobRef store() throws IOException;
    }

    private Artifact stored(String path, long size, String type, Storing storing) throws IOException {
        if (failuresInARow.get() >= GIVE_UP_AFTER) {
            return failed(
                    path,
                    size,
                    "not stored: the artifact storage was given up after " + GIVE_UP_AFTER
                            + " files in a row could not be stored");
        }
        try {
            BlobRef ref = storing.store();
            failuresInARow.set(0);
            return new Artifact(path, Status.COMPLETE, ref.size(), ref.sha256(), type, null, null);
        } catch (ArtifactException problem) {
            failuresInARow.incrementAndGet();
            mayPass |= problem.retryable();
            return failed(path, size, problem.getMessage());
        }
    }

    private static Artifact failed(String path, long size, String reason) {
        return new Artifact(path, Status.FAILED, size, null, null, null, reason);
    }

    /** Waits with signs of life. */
    Artifact await(Future<Artifact> artifact) throws IOException {
        while (true) {
            try {
                return artifact.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException notYet) {
                heartbeat.run();
            } catch (InterruptedException interrupted) {
                throw interrupted(interrupted);
            } catch (ExecutionException failed) {
                throw unwrapped(failed);
            }
        }
    }

    private static IOException unwrapped(ExecutionException failed) {
        return switch (failed.getCause()) {
            case IOException stream -> stream;
            case RuntimeException problem -> throw problem;
            case Error error -> throw error;
            case null, default -> throw new IllegalStateException(failed);
        };
    }

    private static ArtifactException interrupted(InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return new ArtifactException(ArtifactError.INTERRUPTED, "interrupted while collecting artifacts", interrupted);
    }

    /** Ends what is still under way; after a whole collection that is nothing. */
    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }
}
