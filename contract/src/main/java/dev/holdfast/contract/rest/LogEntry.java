package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.Utf8;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a step's output without loss: {@code text} where its bytes are whole UTF-8, else {@code base64}.
 *
 * @param offset of the first byte in the step's log, over both streams
 * @param droppedBytes for {@code gap}: how many bytes the output cap dropped here
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LogEntry(
        String step,
        Stream stream,
        long offset,
        Instant at,
        @Nullable String text,
        @Nullable String base64,
        @Nullable Long droppedBytes) {

    /** Where the bytes came from. */
    public enum Stream {
        STDOUT,
        STDERR,
        PTY,
        GAP;

        @JsonValue
        public String json() {
            return name().toLowerCase(Locale.ROOT);
        }

        @JsonCreator
        public static Stream fromJson(String json) {
            for (Stream stream : values()) {
                if (stream.json().equals(json)) {
                    return stream;
                }
            }
            throw new InvalidFieldException("stream", "'" + json + "' is not one of stdout, stderr, pty, gap");
        }
    }

    public static LogEntry of(String step, Stream stream, long offset, Instant at, byte[] bytes) {
        String text = Utf8.whole(bytes);
        String base64 = text == null ? Base64.getEncoder().encodeToString(bytes) : null;
        return new LogEntry(step, stream, offset, at, text, base64, null);
    }

    public static LogEntry gap(String step, long offset, Instant at, long droppedBytes) {
        return new LogEntry(step, Stream.GAP, offset, at, null, null, droppedBytes);
    }

    /** What the command wrote, byte for byte; nothing for a gap. */
    @JsonIgnore
    public byte[] bytes() {
        if (text != null) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        return base64 == null ? new byte[0] : Base64.getDecoder().decode(base64);
    }
}
