package dev.holdfast.activities.diff;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What one step wrote to one stream, line by line and normalised. The beginning is kept, to be shown; of what is behind it
 * only whether it is the same, so that long output takes no more memory and still counts.
 */
final class WrittenText {
    private static final int MOST_KEPT = 4 << 20;
    private static final int LONGEST_LINE = 64 << 10;

    private final List<String> kept = new ArrayList<>();
    private final MessageDigest behind = sha256();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long size;
    private long linesBehind;

    void add(byte[] bytes) {
        for (byte value : bytes) {
            if (value == '\n') {
                endLine();
            } else {
                line.write(value);
                if (line.size() == LONGEST_LINE) {
                    endLine();
                }
            }
        }
    }

    /** Nothing comes any more; a last line may have no end. */
    void end() {
        if (line.size() > 0) {
            endLine();
        }
    }

    private void endLine() {
        String text = Normalised.line(withoutReturn(line.toString(StandardCharsets.UTF_8)));
        size += line.size() + 1;
        line.reset();
        if (size <= MOST_KEPT) {
            kept.add(text);
        } else {
            linesBehind++;
            behind.update((text + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String withoutReturn(String text) {
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    /** Lines of a unified diff; none when both are the same to their ends. May be asked once. */
    List<String> differenceTo(WrittenText other) {
        List<String> lines = new ArrayList<>(TextDiff.of(kept, other.kept));
        boolean sameBehind = linesBehind == other.linesBehind && Arrays.equals(behind.digest(), other.behind.digest());
        if (!sameBehind) {
            lines.add("@@ behind the first " + (MOST_KEPT >> 20) + " MB come " + linesBehind + " and "
                    + other.linesBehind + " lines, which are not the same @@");
        }
        return lines;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
