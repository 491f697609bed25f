package dev.holdfast.activities.sandbox.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Keeps failures of the caller's own streams apart from those of the connection. */
final class CallerStreams {
    private static final int PIECE = 256 * 1024;

    private CallerStreams() {}

    static void copy(InputStream input, OutputStream output) throws IOException {
        byte[] piece = new byte[PIECE];
        for (int count = read(input, piece); count >= 0; count = read(input, piece)) {
            output.write(piece, 0, count);
        }
    }

    private static int read(InputStream input, byte[] piece) {
        try {
            return input.read(piece);
        } catch (IOException failed) {
            throw new Failure(failed);
        }
    }

    /** The caller's part failed; the supervisor is not to blame. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failure(Exception cause) {
            super(cause);
        }
    }
}
