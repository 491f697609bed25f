package dev.holdfast.activities.artifacts.s3;

import dev.holdfast.activities.artifacts.ArtifactError;
import dev.holdfast.activities.artifacts.ArtifactException;
import io.minio.GetObjectArgs;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An object as a stream: goes on where a connection broke and, where a hash is given, checks it at the end. */
final class ObjectInput extends InputStream {
    private final S3Connection connection;
    private final String object;
    private final @Nullable Long end;
    private final @Nullable String sha256;
    private final Hashing hashing = new Hashing();
    private long position;
    private int failures;
    private boolean ended;
    private @Nullable InputStream current;

    /**
     * @param end the offset behind the last byte wanted; null for all
     * @param sha256 what the whole object must hash to; null when it is not known or not all is read
     */
    ObjectInput(S3Connection connection, String object, long offset, @Nullable Long end, @Nullable String sha256) {
        this.connection = connection;
        this.object = object;
        this.position = offset;
        this.end = end;
        this.sha256 = sha256;
        this.current = open();
    }

    private InputStream open() {
        var args = GetObjectArgs.builder().bucket(connection.bucket()).object(object);
        if (position > 0 || end != null) {
            args.offset(position);
        }
        if (end != null) {
            args.length(end - position);
        }
        GetObjectArgs whole = args.build();
        return connection.download("read " + object, client -> client.getObject(whole));
    }

    @Override
    public int read() {
        byte[] single = new byte[1];
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        while (!ended) {
            try {
                int count = stream().read(into, offset, length);
                if (count >= 0) {
                    hashing.update(into, offset, count);
                    position += count;
                    return count;
                }
                ended = true;
                checkHash();
            } catch (IOException broken) {
                failed(broken);
            }
        }
        return -1;
    }

    private InputStream stream() {
        if (current == null) {
            current = open();
        }
        return current;
    }

    private void failed(IOException broken) {
        failures++;
        close();
        if (failures >= connection.tuning().attempts()) {
            throw connection.translate("read " + object, broken);
        }
        connection.pause(failures);
    }

    private void checkHash() {
        if (sha256 != null && !sha256.equals(hashing.hex())) {
            throw new ArtifactException(
                    ArtifactError.BLOB_DAMAGED,
                    "the stored object " + object
                            + " does not have the hash it is stored under: remove it and store the" + " file again");
        }
    }

    @Override
    public void close() {
        InputStream stream = current;
        current = null;
        if (stream != null) {
            try {
                stream.close();
            } catch (IOException broken) {
                // It is given up in any case.
            }
        }
    }
}
