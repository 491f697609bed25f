package dev.holdfast.activities.sandbox.protocol;

import dev.holdfast.activities.sandbox.LogSink;
import java.nio.ByteBuffer;
import java.time.Instant;

/** One message of a connection. */
@SuppressWarnings("ArrayRecordComponent") // raw bytes, never compared or used as a key
sealed interface Frame {
    int MAX_DATA = 1 << 20;
    int MAX_LENGTH = MAX_DATA + 64;

    byte JSON = 1;
    byte DATA = 2;
    byte END = 3;
    byte LOG = 4;
    byte GAP = 5;

    record Json(byte[] text) implements Frame {}

    record Data(byte[] bytes) implements Frame {}

    record End(byte[] text) implements Frame {}

    record Log(long offset, LogSink.Stream stream, Instant at, byte[] bytes) implements Frame {}

    record Gap(long from, long to) implements Frame {}

    /** Reads what follows the length; {@code body} is consumed. */
    static Frame decode(ByteBuffer body) throws ProtocolViolation {
        byte kind = body.get();
        return switch (kind) {
            case JSON -> new Json(rest(body));
            case DATA -> new Data(rest(body));
            case END -> new End(rest(body));
            case LOG -> log(body);
            case GAP -> gap(body);
            default -> throw new ProtocolViolation("there is no frame of kind " + kind);
        };
    }

    private static Frame log(ByteBuffer body) throws ProtocolViolation {
        if (body.remaining() < 17) {
            throw new ProtocolViolation("a log frame of " + body.remaining() + " bytes has no room for its head");
        }
        long offset = notNegative(body.getLong());
        LogSink.Stream stream = stream(body.get());
        long nanoseconds = notNegative(body.getLong());
        Instant at = Instant.ofEpochSecond(nanoseconds / 1_000_000_000L, nanoseconds % 1_000_000_000L);
        byte[] bytes = rest(body);
        notNegative(offset + bytes.length);
        return new Log(offset, stream, at, bytes);
    }

    private static LogSink.Stream stream(byte number) throws ProtocolViolation {
        return switch (number) {
            case 1 -> LogSink.Stream.STDOUT;
            case 2 -> LogSink.Stream.STDERR;
            case 3 -> LogSink.Stream.PTY;
            default -> throw new ProtocolViolation("there is no stream " + number);
        };
    }

    private static Frame gap(ByteBuffer body) throws ProtocolViolation {
        if (body.remaining() != 16) {
            throw new ProtocolViolation("a gap frame has 16 bytes, this one has " + body.remaining());
        }
        long from = notNegative(body.getLong());
        long to = notNegative(body.getLong());
        if (to < from) {
            throw new ProtocolViolation("a gap from " + from + " to " + to + " runs backwards");
        }
        return new Gap(from, to);
    }

    private static long notNegative(long value) throws ProtocolViolation {
        if (value < 0) {
            throw new ProtocolViolation("a number of a frame does not fit 63 bits");
        }
        return value;
    }

    private static byte[] rest(ByteBuffer body) {
        byte[] bytes = new byte[body.remaining()];
        body.get(bytes);
        return bytes;
    }
}
