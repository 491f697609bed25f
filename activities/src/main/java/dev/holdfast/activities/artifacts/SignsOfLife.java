package dev.holdfast.activities.artifacts;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Copies with a heartbeat for every megabyte. */
final class SignsOfLife {
    private static final int PIECE = 64 * 1024;
    private static final int PIECES_PER_BEAT = 16;

    private SignsOfLife() {}

    static void copy(InputStream from, OutputStream to, Runnable heartbeat) throws IOException {
        byte[] piece = new byte[PIECE];
        int pieces = 0;
        for (int count = from.read(piece); count >= 0; count = from.read(piece)) {
            to.write(piece, 0, count);
            if (++pieces % PIECES_PER_BEAT == 0) {
                heartbeat.run();
            }
        }
    }
}
