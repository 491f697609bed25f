package dev.holdfast.activities.sandbox.protocol;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Cuts a stream into data frames. Closing sends the rest; the end frame is the exchange's to send. */
final class DataOutput extends OutputStream {
    private static final int PIECE = 256 * 1024;

    private final Connection connection;
    private final Watchdog watchdog;
    private final ByteBuffer pending = ByteBuffer.allocate(PIECE);

    DataOutput(Connection connection, Watchdog watchdog) {
        this.connection = connection;
        this.watchdog = watchdog;
    }

    @Override
    public void write(int single) throws IOException {
        write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int left = length;
        while (left > 0) {
            int count = Math.min(left, pending.remaining());
            pending.put(bytes, from, count);
            from += count;
            left -= count;
            if (!pending.hasRemaining()) {
                flush();
            }
        }
    }

    @Override
    public void flush() throws IOException {
        if (pending.position() == 0) {
            return;
        }
        watchdog.waiting();
        try {
            connection.sendData(pending.flip());
        } catch (IOException lost) {
            throw new ConnectionFailure(lost);
        }
        pending.clear();
        watchdog.heard();
    }

    @Override
    public void close() throws IOException {
        flush();
    }

    /** Marks a failure as the connection's when it passes through the caller's code. */
    static final class ConnectionFailure extends IOException {
        private static final long serialVersionUID = 1L;

        ConnectionFailure(IOException cause) {
            super(cause.getMessage(), cause);
        }

        static IOException unwrapped(IOException failure) {
            return failure instanceof ConnectionFailure && failure.getCause() instanceof IOException cause
                    ? cause
                    : failure;
        }
    }
}
