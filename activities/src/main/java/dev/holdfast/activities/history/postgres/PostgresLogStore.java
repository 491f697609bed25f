package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.activities.history.LogPage;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.contract.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.PreparedBatch;

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
        if (chunks.isEmpty()) {
            return;
        }
        TaskId task = chunks.get(0).taskId();
        String key = chunks.get(0).stepKey();
        jdbi.useTransaction(handle -> {
            // Two attempts of one activity may overlap in time: one after the other, each adds only what is new.
            handle.createQuery("select pg_advisory_xact_lock(hashtextextended(:log, 0))")
                    .bind("log", task + "/" + key)
                    .mapToMap()
                    .list();
            List<LogChunk> news = LogContinuation.after(storedUpTo(handle, task, key), chunks);
            if (news.isEmpty()) {
                return;
            }
            insert(handle, news);
            handle.createQuery("select pg_notify(:channel, :task)")
                    .bind("channel", PostgresNotifications.CHANNEL)
                    .bind("task", task.value())
                    .mapToMap()
                    .list();
        });
    }

    private static void insert(Handle handle, List<LogChunk> chunks) {
        PreparedBatch batch = handle.prepareBatch("""
                insert into log_chunks (task_id, step_key, step, "offset", stream, at, bytes, dropped)
                values (:task, :key, :step, :offset, :stream, :at, :bytes, :dropped)
                """);
        for (LogChunk chunk : chunks) {
            batch.bind("task", chunk.taskId().value())
                    .bind("key", chunk.stepKey())
                    .bind("step", chunk.step())
                    .bind("offset", chunk.offset())
                    .bind("stream", chunk.stream().name().toLowerCase(Locale.ROOT))
                    .bind("at", chunk.at().atOffset(ZoneOffset.UTC))
                    .bind("bytes", chunk.bytes())
                    .bind("dropped", chunk.droppedBytes())
                    .add();
        }
        batch.execute();
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
            }
            return new LogPage(chunks, next[0]);
        });
    }

    @Override
    public long storedUpTo(TaskId taskId, String stepKey) {
        return jdbi.withHandle(handle -> storedUpTo(handle, taskId, stepKey));
    }

    private static long storedUpTo(Handle handle, TaskId taskId, String stepKey) {
        return handle.createQuery("""
                        select "offset" + greatest(length(bytes), dropped) from log_chunks
                        where task_id = :task and step_key = :key order by "offset" desc limit 1
                        """)
                .bind("task", taskId.value())
                .bind("key", stepKey)
                .mapTo(Long.class)
                .findOne()
                .orElse(0L);
    }

    @Override
    public Subscription subscribe(TaskId taskId, Runnable listener) {
        return notifications.subscribe(taskId, listener);
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
