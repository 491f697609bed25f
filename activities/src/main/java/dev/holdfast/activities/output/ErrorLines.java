package dev.holdfast.activities.output;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The lines of a stream that look like errors, found in pieces of any size with flat memory. Of too many the first and the
 * last are kept: the first is often the cause, the last the verdict.
 */
final class ErrorLines {
    private static final Pattern ERROR = Pattern.compile(
            "(?i)\\b(error|fatal|exception|panic|failed|failure|segmentation fault|permission denied|not found"
                    + "|no such file|cannot|undefined reference|traceback|assert(ion)?(error)?|out of memory|killed)\\b");
    private static final int LONGEST_LINE = 512;

    private final int mostOfEachEnd;
    private final Deque<Line> first = new ArrayDeque<>();
    private final Deque<Line> last = new ArrayDeque<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long position;
    private long lineStart;

    ErrorLines(int mostOfEachEnd) {
        this.mostOfEachEnd = mostOfEachEnd;
    }

    private record Line(long start, String text) {}

    void add(byte[] bytes) {
        for (byte value : bytes) {
            position++;
            if (value == '\n') {
                endLine();
                lineStart = position;
            } else if (line.size() < LONGEST_LINE) {
                line.write(value);
            }
        }
    }

    private void endLine() {
        String text = VisibleText.of(line.toByteArray());
        line.reset();
        if (!ERROR.matcher(text).find()) {
            return;
        }
        if (first.size() < mostOfEachEnd) {
            first.add(new Line(lineStart, text));
            return;
        }
        last.add(new Line(lineStart, text));
        if (last.size() > mostOfEachEnd) {
            last.removeFirst();
        }
    }

    /** Those that begin between two positions of the stream, one a line; empty when there are none. */
    String between(long from, long to) {
        StringBuilder text = new StringBuilder();
        for (Deque<Line> lines : List.of(first, last)) {
            lines.stream()
                    .filter(each -> each.start() >= from && each.start() < to)
                    .forEach(each -> text.append(each.text()).append('\n'));
        }
        return text.toString();
    }
}
