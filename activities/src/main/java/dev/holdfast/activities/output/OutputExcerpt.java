package dev.holdfast.activities.output;

import java.util.Arrays;

/** The first and the last bytes of a stream, and lines between that look like errors, with flat memory however long it is. */
public final class OutputExcerpt {
    private final byte[] head;
    private final byte[] tail;
    private final ErrorLines errors;
    private int headLength;
    private long tailCount;
    private long total;

    public OutputExcerpt(int bytesOfEachEnd) {
        this.head = new byte[bytesOfEachEnd];
        this.tail = new byte[bytesOfEachEnd];
        // Beside the ends, and never more than they are.
        this.errors = new ErrorLines(Math.max(1, bytesOfEachEnd / 1024));
    }

    public void add(byte[] bytes) {
        int toHead = Math.min(head.length - headLength, bytes.length);
        System.arraycopy(bytes, 0, head, headLength, toHead);
        headLength += toHead;
        for (int i = Math.max(toHead, bytes.length - tail.length); i < bytes.length; i++) {
            tail[(int) (tailCount++ % tail.length)] = bytes[i];
        }
        total += bytes.length;
        errors.add(bytes);
    }

    /** Something is not shown. */
    public boolean cut() {
        return leftOut() > 0;
    }

    public String text() {
        byte[] first = Arrays.copyOf(head, headLength);
        byte[] last = lastBytes();
        if (!cut()) {
            byte[] whole = Arrays.copyOf(first, first.length + last.length);
            System.arraycopy(last, 0, whole, first.length, last.length);
            return VisibleText.of(whole);
        }
        String between = errors.between(headLength, total - last.length);
        return VisibleText.of(first) + "\n[… " + leftOut() + " bytes left out; the log has them …]\n"
                + (between.isEmpty() ? "" : between + "[… the lines above looked like errors …]\n")
                + VisibleText.of(last);
    }

    private long leftOut() {
        return total - headLength - Math.min(tailCount, tail.length);
    }

    private byte[] lastBytes() {
        int length = (int) Math.min(tailCount, tail.length);
        byte[] last = new byte[length];
        for (int i = 0; i < length; i++) {
            last[i] = tail[(int) ((tailCount - length + i) % tail.length)];
        }
        return last;
    }
}
