package dev.holdfast.activities.sandbox;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Keeps what it is told. */
public final class RecordedLog implements LogSink {
    private final Map<Stream, ByteArrayOutputStream> streams = new EnumMap<>(Stream.class);
    private final List<String> gaps = new ArrayList<>();
    private long next;

    @Override
    public void bytes(long offset, Stream stream, Instant at, byte[] bytes) {
        streams.computeIfAbsent(stream, s -> new ByteArrayOutputStream()).writeBytes(bytes);
        next = offset + bytes.length;
    }

    @Override
    public void gap(long from, long to) {
        gaps.add(from + "-" + to);
        next = to;
    }

    public String stdout() {
        return text(Stream.STDOUT);
    }

    public String stderr() {
        return text(Stream.STDERR);
    }

    public List<String> gaps() {
        return gaps;
    }

    public long next() {
        return next;
    }

    private String text(Stream stream) {
        ByteArrayOutputStream bytes = streams.get(stream);
        return bytes == null ? "" : bytes.toString(StandardCharsets.UTF_8);
    }
}
