package dev.holdfast.activities.artifacts.s3;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;

/** Bytes that are the same each time they are made. */
public final class TestBytes {
    private TestBytes() {}

    public static byte[] random(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** That many bytes, of which only a little is in memory. */
    public static InputStream endless(long seed, long length) {
        byte[] piece = random(seed, 1 << 16);
        return new InputStream() {
            private long position;

            @Override
            public int read() {
                return position == length ? -1 : piece[(int) (position++ % piece.length)] & 0xff;
            }

            @Override
            public int read(byte[] into, int offset, int wanted) throws IOException {
                if (position == length) {
                    return -1;
                }
                int from = (int) (position % piece.length);
                int count = (int) Math.min(Math.min(wanted, piece.length - from), length - position);
                System.arraycopy(piece, from, into, offset, count);
                position += count;
                return count;
            }
        };
    }

    /** Fails at the first byte. */
    public static InputStream broken(String message) {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException(message);
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                throw new IOException(message);
            }
        };
    }
}
