package dev.holdfast.cli.output;

import dev.holdfast.contract.rest.LogEntry;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.EnumSet;
import java.util.Set;

/** Puts before each line when it began: when the supervisor read its first byte. */
public final class TimedLines implements LogWriter {
    /** Always nine digits, so that lines stand below each other and sort as text. */
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(9).toFormatter();

    private final LogWriter behind;
    private final Set<LogEntry.Stream> withinALine = EnumSet.noneOf(LogEntry.Stream.class);

    public TimedLines(LogWriter behind) {
        this.behind = behind;
    }

    @Override
    public boolean write(LogEntry entry) {
        if (entry.stream() == LogEntry.Stream.GAP) {
            return behind.write(entry);
        }
        ByteArrayOutputStream timed = new ByteArrayOutputStream();
        boolean within = withinALine.contains(entry.stream());
        for (byte value : entry.bytes()) {
            if (!within) {
                timed.writeBytes(prefix(entry.at()));
            }
            timed.write(value);
            within = value != '\n';
        }
        if (within) {
            withinALine.add(entry.stream());
        } else {
            withinALine.remove(entry.stream());
        }
        return behind.write(LogEntry.of(entry.step(), entry.stream(), entry.offset(), entry.at(), timed.toByteArray()));
    }

    private static byte[] prefix(Instant at) {
        return (TIME.format(at) + " ").getBytes(StandardCharsets.UTF_8);
    }
}
