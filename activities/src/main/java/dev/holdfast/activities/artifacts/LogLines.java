package dev.holdfast.activities.artifacts;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskId;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** The lines of a sealed log (docs/log-format.md). */
final class LogLines {
    private static final String FORMAT = "holdfast-log";
    private static final int VERSION = 1;

    private LogLines() {}

    private record Head(String format, int version, String task) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Line(
            String step,
            String key,
            long offset,
            String stream,
            Instant at,
            @Nullable String text,
            @Nullable String base64,
            @Nullable Long dropped) {}

    /** How much there is, so that a cut log is not taken for a whole one. */
    record Total(long chunks, long bytes) {}

    private record Foot(Total total) {}

    static byte[] head(TaskId taskId) {
        return bytes(new Head(FORMAT, VERSION, taskId.value()));
    }

    static byte[] line(LogChunk chunk) {
        boolean gap = chunk.stream() == LogChunk.Stream.GAP;
        String text = gap ? null : text(chunk.bytes());
        return bytes(new Line(
                chunk.step(),
                chunk.stepKey(),
                chunk.offset(),
                chunk.stream().name().toLowerCase(Locale.ROOT),
                chunk.at(),
                text,
                gap || text != null ? null : Base64.getEncoder().encodeToString(chunk.bytes()),
                gap ? chunk.droppedBytes() : null));
    }

    static byte[] foot(Total total) {
        return bytes(new Foot(total));
    }

    private static byte[] bytes(Object line) {
        return (ContractJson.LENIENT.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Null when it is not UTF-8 throughout, be it only because a character was cut. */
    private static @Nullable String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException binary) {
            return null;
        }
    }

    static ArtifactException damaged(TaskId taskId, @Nullable Exception cause) {
        String why = cause == null ? "it is cut" : String.valueOf(cause.getMessage());
        return new ArtifactException(
                ArtifactError.BLOB_DAMAGED,
                "the sealed log of task " + taskId + " cannot be read (" + why + "): it was damaged in the storage",
                cause);
    }

    /** Turns lines back into chunks and checks that none is missing. */
    static final class Reading {
        private final TaskId taskId;
        private boolean begun;
        private @Nullable Total said;
        private long chunks;
        private long bytes;

        Reading(TaskId taskId) {
            this.taskId = taskId;
        }

        Optional<LogChunk> take(String line) {
            try {
                if (!begun) {
                    begun = true;
                    requireKnown(ContractJson.LENIENT.readValue(line, Head.class));
                    return Optional.empty();
                }
                if (line.startsWith("{\"total\":")) {
                    said = ContractJson.LENIENT.readValue(line, Foot.class).total();
                    return Optional.empty();
                }
                LogChunk chunk = chunk(ContractJson.LENIENT.readValue(line, Line.class));
                chunks++;
                bytes += chunk.bytes().length;
                return Optional.of(chunk);
            } catch (JacksonException | IllegalArgumentException notALine) {
                throw damaged(taskId, notALine);
            }
        }

        private static void requireKnown(Head head) {
            if (!FORMAT.equals(head.format()) || head.version() != VERSION) {
                throw new IllegalArgumentException(
                        "its format is " + head.format() + " " + head.version() + ", which this version does not know");
            }
        }

        private LogChunk chunk(Line line) {
            byte[] content = line.text() != null
                    ? line.text().getBytes(StandardCharsets.UTF_8)
                    : line.base64() != null ? Base64.getDecoder().decode(line.base64()) : new byte[0];
            return new LogChunk(
                    taskId,
                    line.key(),
                    line.step(),
                    line.offset(),
                    LogChunk.Stream.valueOf(line.stream().toUpperCase(Locale.ROOT)),
                    line.at(),
                    content,
                    line.dropped() == null ? 0 : line.dropped());
        }

        void requireWhole() {
            if (said == null || said.chunks() != chunks || said.bytes() != bytes) {
                throw damaged(taskId, null);
            }
        }
    }
}
