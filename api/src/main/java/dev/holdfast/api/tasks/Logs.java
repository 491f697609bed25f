package dev.holdfast.api.tasks;

import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.activities.history.LogPage;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.LogEntry;
import java.util.List;
import java.util.function.Supplier;

/** Reads logs. */
public final class Logs {
    private final LogStore store;

    public Logs(LogStore store) {
        this.store = store;
    }

    public LogPage read(TaskId taskId, long cursor, int maxBytes) {
        return orUnavailable(() -> store.read(taskId, cursor, maxBytes));
    }

    public static List<LogEntry> entries(LogPage page) {
        return page.chunks().stream().map(Logs::entry).toList();
    }

    private static LogEntry entry(LogChunk chunk) {
        return switch (chunk.stream()) {
            case GAP -> LogEntry.gap(chunk.step(), chunk.offset(), chunk.at(), chunk.droppedBytes());
            case STDOUT -> entry(chunk, LogEntry.Stream.STDOUT);
            case STDERR -> entry(chunk, LogEntry.Stream.STDERR);
            case PTY -> entry(chunk, LogEntry.Stream.PTY);
        };
    }

    private static LogEntry entry(LogChunk chunk, LogEntry.Stream stream) {
        return LogEntry.of(chunk.step(), stream, chunk.offset(), chunk.at(), chunk.bytes());
    }

    /** The port declares no failures, so whatever it throws means that it could not answer. */
    static <T> T orUnavailable(Supplier<T> question) {
        try {
            return question.get();
        } catch (RuntimeException down) {
            throw new HistoryUnavailable(down);
        }
    }
}
