package dev.holdfast.activities.artifacts.s3;

import dev.holdfast.activities.artifacts.BlobRef;
import dev.holdfast.activities.artifacts.BlobStore;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hashes what is written and holds it in memory while it is small; what does not fit goes to the storage in parts.
 * Closing without {@link #completeParts} takes everything back.
 */
final class PartedOutput extends OutputStream {
    private static final int FIRST_BUFFER = 64 * 1024;
    /** Content up to this size needs no place among the buffers: those who bring it are bounded otherwise. */
    private static final int WITHOUT_PLACE = 1 << 20;

    private final S3Connection connection;
    private final String object;
    private final Hashing hashing = new Hashing();
    private byte[] buffer;
    private int filled;
    private long size;
    private boolean hasPlace;
    private @Nullable MultipartUpload upload;
    private boolean completed;

    /** @param object what the parts become; unused while all fits into one */
    PartedOutput(S3Connection connection, String object, long expectedSize) {
        this.connection = connection;
        this.object = object;
        boolean unknown = expectedSize == BlobStore.UNKNOWN_SIZE;
        long first = unknown ? FIRST_BUFFER : Math.max(1, expectedSize);
        if (unknown || expectedSize > WITHOUT_PLACE) {
            takePlace();
        }
        this.buffer = new byte[(int) Math.min(connection.tuning().partBytes(), first)];
    }

    private void takePlace() {
        try {
            connection.buffers().acquire();
            hasPlace = true;
        } catch (InterruptedException interrupted) {
            throw S3Connection.interrupted(interrupted);
        }
    }

    @Override
    public void write(int single) {
        write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        hashing.update(bytes, offset, length);
        size += length;
        int from = offset;
        int left = length;
        while (left > 0) {
            if (filled == buffer.length) {
                makeRoom();
            }
            int count = Math.min(left, buffer.length - filled);
            System.arraycopy(bytes, from, buffer, filled, count);
            filled += count;
            from += count;
            left -= count;
        }
    }

    private void makeRoom() {
        int partBytes = connection.tuning().partBytes();
        if (buffer.length < partBytes) {
            buffer = Arrays.copyOf(buffer, (int) Math.min(partBytes, buffer.length * 2L));
            return;
        }
        if (!hasPlace) {
            takePlace();
        }
        if (upload == null) {
            upload = MultipartUpload.begin(connection, object);
        }
        hasPlace = false;
        buffer = upload.exchange(buffer);
        hasPlace = true;
        filled = 0;
    }

    /** Whether all of it is still in memory: the first {@code ref().size()} of {@link #bytes}. */
    boolean isWhole() {
        return upload == null;
    }

    byte[] bytes() {
        return buffer;
    }

    /** What was written, once all was. */
    BlobRef ref() {
        return new BlobRef(hashing.hex(), size);
    }

    void completeParts() {
        MultipartUpload parts = Objects.requireNonNull(upload);
        if (filled > 0) {
            hasPlace = false;
            parts.send(buffer, filled);
        }
        parts.complete();
        completed = true;
    }

    @Override
    public void close() {
        if (hasPlace) {
            hasPlace = false;
            connection.buffers().release();
        }
        if (upload != null && !completed) {
            completed = true;
            upload.abort();
        }
    }
}
