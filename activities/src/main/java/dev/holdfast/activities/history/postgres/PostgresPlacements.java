package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.Placements;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.Reservation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Places as rows; a function in the database decides, so that hosts and workers cannot disagree. */
final class PostgresPlacements implements Placements {
    private final Jdbi jdbi;

    PostgresPlacements(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    @Override
    public Answer place(Wish wish) {
        Limits limits = wish.reservation().limits();
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select reservation::text, has_left, short_of, in_use, there_is
                        from place_task(:task, :host, :project, :cpus, :memory, :disk, :hasCpus, :hasMemory, :hasDisk,
                                        cast(:limit as integer), cast(:reservation as jsonb))
                        """)
                .bind("task", wish.taskId().value())
                .bind("host", wish.reservation().host())
                .bind("project", wish.project().value())
                .bind("cpus", limits.cpus() == null ? 0 : limits.cpus())
                .bind("memory", bytes(limits.memory()))
                .bind("disk", bytes(limits.workspace()))
                .bind("hasCpus", wish.room().cpus())
                .bind("hasMemory", wish.room().memory())
                .bind("hasDisk", wish.room().disk())
                .bind("limit", wish.projectLimit())
                .bind("reservation", ContractJson.LENIENT.writeValueAsString(wish.reservation()))
                .map((row, context) -> answer(row))
                .one());
    }

    private static Answer answer(ResultSet row) throws SQLException {
        String shortOf = row.getString("short_of");
        if (shortOf == null) {
            return row.getBoolean("has_left")
                    ? new Answer.Left()
                    : new Answer.Placed(
                            ContractJson.LENIENT.readValue(row.getString("reservation"), Reservation.class));
        }
        double inUse = row.getDouble("in_use");
        double thereIs = row.getDouble("there_is");
        return shortOf.equals("project")
                ? new Answer.ProjectFull((int) inUse, (int) thereIs)
                : new Answer.NoRoom(shortOf, inUse, thereIs);
    }

    private static long bytes(@Nullable DataSize size) {
        return size == null ? 0 : size.bytes();
    }

    @Override
    public boolean holds(TaskId taskId, String host) {
        return jdbi.withHandle(handle -> handle.createQuery(
                        "select exists (select 1 from placements where task_id = :task and host = :host and left_at is null)")
                .bind("task", taskId.value())
                .bind("host", host)
                .mapTo(Boolean.class)
                .one());
    }

    @Override
    public void leave(TaskId taskId) {
        jdbi.useHandle(handle -> handle.createUpdate(
                        "update placements set left_at = now() where task_id = :task and left_at is null")
                .bind("task", taskId.value())
                .execute());
    }

    @Override
    public void move(TaskId taskId, String host) {
        jdbi.useHandle(handle -> handle.createUpdate(
                        "delete from placements where task_id = :task and host = :host and left_at is null")
                .bind("task", taskId.value())
                .bind("host", host)
                .execute());
    }

    @Override
    public List<TaskId> placedBefore(Instant time) {
        return jdbi.withHandle(handle -> handle.createQuery(
                        "select task_id from placements where left_at is null and placed_at < :time")
                .bind("time", time.atOffset(ZoneOffset.UTC))
                .mapTo(String.class)
                .map(TaskId::new)
                .list());
    }
}
