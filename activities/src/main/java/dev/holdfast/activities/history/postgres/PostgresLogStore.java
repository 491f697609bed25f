package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.activities.history.LogPage;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.contract.TaskId;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.UnableToCreateStatementException;

/** Chunks as rows; the identity column is the cursor. */
final class PostgresLogStore implements LogStore {
    private static final int CHUNKS_PER_QUERY = 256;

    private final Jdbi jdbi;
    private final PostgresNotifications notifications;

    PostgresLogStore(Jdbi jdbi, PostgresNotifications notifications) {
        this.jdbi = jdbi;
        this.notifications = notifications;
    }

    @Override
    public void append(List<LogChunk> chunks) {
        List<LogChunk> news = chunks;
        while (!news.isEmpty()) {
            long begins = news.get(0).offset();
            long stored = appended(news);
            if (stored == begins) {
                return;
            }
            news = LogContinuation.after(stored, news);
        }
    }

    /** How far the log was stored before; the chunks are in it now if they begin there. */
    private long appended(List<LogChunk> chunks) {
        LogChunk first = chunks.get(0);
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select append_log(:task, :key, :step, :begins, :offsets, :streams,
                                          cast(:times as timestamptz[]), :contents, :drops, :channel)
                        """)
                .bind("task", first.taskId().value())
                .bind("key", first.stepKey())
                .bind("step", first.step())
                .bind("begins", first.offset())
                .bindBySqlType("offsets", array(handle, "int8", chunks, LogChunk::offset, Long[]::new), Types.ARRAY)
                .bindBySqlType(
                        "streams", array(handle, "text", chunks, PostgresLogStore::stream, String[]::new), Types.ARRAY)
                .bindBySqlType(
                        "times",
                        array(handle, "text", chunks, chunk -> chunk.at().toString(), String[]::new),
                        Types.ARRAY)
                .bindBySqlType("contents", array(handle, "bytea", chunks, LogChunk::bytes, byte[][]::new), Types.ARRAY)
                .bindBySqlType("drops", array(handle, "int8", chunks, LogChunk::droppedBytes, Long[]::new), Types.ARRAY)
                .bind("channel", PostgresNotifications.CHANNEL)
                .mapTo(Long.class)
                .one());
    }

    /** The driver wants arrays of the very type. */
    private static Array array(
            Handle handle,
            String type,
            List<LogChunk> chunks,
            Function<LogChunk, ?> part,
            IntFunction<Object[]> ofType) {
        try {
            return handle.getConnection()
                    .createArrayOf(type, chunks.stream().map(part).toArray(ofType));
        } catch (SQLException failed) {
            throw new UnableToCreateStatementException(failed);
        }
    }

    private static String stream(LogChunk chunk) {
        return chunk.stream().name().toLowerCase(Locale.ROOT);
    }

    @Override
    public LogPage read(TaskId taskId, long cursor, int maxBytes) {
        return jdbi.withHandle(handle -> {
            List<LogChunk> chunks = new ArrayList<>();
            long[] next = {cursor};
            long[] bytes = {0};
            try (var rows = handle.createQuery("""
                            select * from log_chunks where task_id = :task and sequence > :cursor
                            order by sequence limit :limit
                            """)
                    .bind("task", taskId.value())
                    .bind("cursor", cursor)
                    .bind("limit", CHUNKS_PER_QUERY)
                    .setFetchSize(CHUNKS_PER_QUERY)
                    .map((row, context) -> new Row(row.getLong("sequence"), chunk(row)))
                    .iterator()) {
                while (rows.hasNext() && (chunks.isEmpty() || bytes[0] < maxBytes)) {
                    Row row = rows.next();
                    chunks.add(row.chunk());
                    next[0] = row.sequence();
                    bytes[0] += row.chunk().bytes().length;
                }
                return new LogPage(chunks, next[0], !rows.hasNext() && chunks.size() < CHUNKS_PER_QUERY);
            }
        });
    }

    @Override
    public long end(TaskId taskId) {
        return jdbi.withHandle(
                handle -> handle.createQuery("select coalesce(max(sequence), 0) from log_chunks where task_id = :task")
                        .bind("task", taskId.value())
                        .mapTo(Long.class)
                        .one());
    }

    @Override
    public long storedUpTo(TaskId taskId, String stepKey) {
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select "offset" + greatest(length(bytes), dropped) from log_chunks
                        where task_id = :task and step_key = :key order by "offset" desc limit 1
                        """)
                .bind("task", taskId.value())
                .bind("key", stepKey)
                .mapTo(Long.class)
                .findOne()
                .orElse(0L));
    }

    @Override
    public Subscription subscribe(TaskId taskId, Runnable listener) {
        return notifications.subscribe(taskId.value(), listener);
    }

    private static LogChunk chunk(ResultSet row) throws SQLException {
        return new LogChunk(
                new TaskId(row.getString("task_id")),
                row.getString("step_key"),
                row.getString("step"),
                row.getLong("offset"),
                LogChunk.Stream.valueOf(row.getString("stream").toUpperCase(Locale.ROOT)),
                row.getObject("at", OffsetDateTime.class).toInstant(),
                row.getBytes("bytes"),
                row.getLong("dropped"));
    }

    private record Row(long sequence, LogChunk chunk) {}
}
