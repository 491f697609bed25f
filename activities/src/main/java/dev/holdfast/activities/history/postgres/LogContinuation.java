package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.LogChunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cuts chunks so that a log goes on exactly where it ended: nothing twice, nothing missing. */
final class LogContinuation {
    private LogContinuation() {}

    static List<LogChunk> after(long stored, List<LogChunk> chunks) {
        List<LogChunk> news = new ArrayList<>();
        long end = stored;
        for (LogChunk chunk : chunks) {
            if (chunk.end() <= end) {
                continue;
            }
            if (chunk.offset() > end) {
                throw new IllegalStateException("the log of " + chunk.taskId() + " step " + chunk.step()
                        + " would have a hole from " + end + " to " + chunk.offset());
            }
            news.add(chunk.offset() == end ? chunk : from(end, chunk));
            end = chunk.end();
        }
        return news;
    }

    private static LogChunk from(long offset, LogChunk chunk) {
        int skip = Math.toIntExact(offset - chunk.offset());
        boolean gap = chunk.stream() == LogChunk.Stream.GAP;
        return new LogChunk(
                chunk.taskId(),
                chunk.stepKey(),
                chunk.step(),
                offset,
                chunk.stream(),
                chunk.at(),
                gap ? chunk.bytes() : Arrays.copyOfRange(chunk.bytes(), skip, chunk.bytes().length),
                gap ? chunk.droppedBytes() - skip : 0);
    }
}
