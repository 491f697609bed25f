package dev.holdfast.api.tasks;

import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.activities.history.LogPage;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.LogEntry;
import java.util.List;

/** Reads logs. */
public final class Logs {
    private final LogStore store;

    public Logs(LogStore store) {
        this.store = store;
    }

    public LogPage read(TaskId taskId, long cursor, int maxBytes) {
        return HistoryUnavailable.unless(() -> store.read(taskId, cursor, maxBytes));
    }

    /** The cursor behind all that is there now. */
    public long end(TaskId taskId) {
        return HistoryUnavailable.unless(() -> store.end(taskId));
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
}
