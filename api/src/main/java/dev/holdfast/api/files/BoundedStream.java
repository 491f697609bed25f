package dev.holdfast.api.files;

import dev.holdfast.contract.DataSize;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Fails as soon as more is read than is allowed, so that nothing of it is stored. */
final class BoundedStream extends FilterInputStream {
    private final DataSize limit;
    private long read;

    BoundedStream(InputStream stream, DataSize limit) {
        super(stream);
        this.limit = limit;
    }

    @Override
    public int read() throws IOException {
        int b = super.read();
        count(b < 0 ? 0 : 1);
        return b;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int count = super.read(into, offset, length);
        count(Math.max(0, count));
        return count;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void count(int more) throws UploadTooLarge {
        read += more;
        if (read > limit.bytes()) {
            throw new UploadTooLarge(limit);
        }
    }
}
