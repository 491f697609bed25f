package dev.holdfast.api.tasks;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Keeps the first and the last bytes of a stream of any length. */
final class HeadAndTail {
    private final int half;
    private final ByteArrayOutputStream head = new ByteArrayOutputStream();
    private final byte[] tail;
    private long written;

    HeadAndTail(int capacity) {
        half = capacity / 2;
        tail = new byte[half];
    }

    void write(byte[] bytes) {
        int intoHead = Math.min(half - head.size(), bytes.length);
        head.write(bytes, 0, intoHead);
        // Only the last bytes of a large piece can stay in the ring.
        int from = Math.max(intoHead, bytes.length - half);
        long behindHead = Math.max(0, written - half) + (from - intoHead);
        for (int i = from; i < bytes.length; i++) {
            tail[(int) (behindHead++ % half)] = bytes[i];
        }
        written += bytes.length;
    }

    boolean whole() {
        return written <= 2L * half;
    }

    String text() {
        long inTail = written - head.size();
        int kept = (int) Math.min(inTail, half);
        byte[] last = new byte[kept];
        for (int i = 0; i < kept; i++) {
            last[i] = tail[(int) ((inTail - kept + i) % half)];
        }
        if (whole()) {
            head.writeBytes(last);
            return head.toString(StandardCharsets.UTF_8);
        }
        return head.toString(StandardCharsets.UTF_8) + "\n[" + (inTail - kept) + " bytes left out; the log has them]\n"
                + new String(last, StandardCharsets.UTF_8);
    }
}
