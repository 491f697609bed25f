package dev.holdfast.cli.output;

import dev.holdfast.contract.rest.LogEntry;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;

/** Keeps the last lines of a log, of both streams together, until they are asked for. */
public final class LastLines implements LogWriter {
    private final int most;
    private final Deque<LogEntry> lines = new ArrayDeque<>();
    private final Map<LogEntry.Stream, Begun> begun = new EnumMap<>(LogEntry.Stream.class);

    public LastLines(int most) {
        this.most = most;
    }

    /** A line whose end was not seen yet. */
    private record Begun(LogEntry first, ByteArrayOutputStream bytes) {
        LogEntry line() {
            return LogEntry.of(first.step(), first.stream(), first.offset(), first.at(), bytes.toByteArray());
        }
    }

    @Override
    public boolean write(LogEntry entry) {
        if (entry.stream() == LogEntry.Stream.GAP) {
            keep(entry);
            return true;
        }
        for (byte value : entry.bytes()) {
            Begun line = begun.computeIfAbsent(entry.stream(), stream -> new Begun(entry, new ByteArrayOutputStream()));
            line.bytes().write(value);
            if (value == '\n') {
                keep(line.line());
                begun.remove(entry.stream());
            }
        }
        return true;
    }

    private void keep(LogEntry line) {
        lines.add(line);
        if (lines.size() > most) {
            lines.removeFirst();
        }
    }

    /** Hands them over; a line that has only begun is one of them. */
    public boolean handTo(LogWriter writer) {
        begun.values().forEach(line -> keep(line.line()));
        begun.clear();
        while (!lines.isEmpty()) {
            if (!writer.write(lines.removeFirst())) {
                return false;
            }
        }
        return true;
    }
}
