package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.Placements;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.Reservation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Places as rows; a function in the database decides, so that hosts and workers cannot disagree. */
final class PostgresPlacements implements Placements {
    private static final int MOST_MARKED = 1000;

    private static final String STORED = """
            select coalesce((select "offset" + greatest(length(bytes), dropped) from log_chunks
                             where task_id = :task and step_key = :key order by "offset" desc limit 1), 0)
            from placements where task_id = :task and host = :host and left_at is null
            """;

    private static final String MARKED = """
            with place as (
                select unrepeatable_at is not null as settled from placements
                where task_id = :task and host = :host and left_at is null
            ), marked as (
                update placements p set unrepeatable_at = coalesce(p.unrepeatable_at, now()) from place
                where not place.settled and p.task_id = :task and p.host = :host and p.left_at is null
                returning p.task_id
            )
            """;

    private static final String STORED_IF_MARKED =
            STORED + " and exists (select from place where settled union all select from marked)";

    private final Jdbi jdbi;
    private final RecentTasks marked = new RecentTasks(MOST_MARKED);

    PostgresPlacements(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    @Override
    public Answer place(Wish wish) {
        Limits limits = wish.reservation().limits();
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select reservation::text, has_left, short_of, in_use, there_is, ahead, kept
                        from place_task(:task, :host, :project, :cpus, :memory, :disk, :hasCpus, :hasMemory, :hasDisk,
                                        cast(:limit as integer), cast(:reservation as jsonb), :priority, :stays)
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
                .bind("priority", wish.priority())
                .bind("stays", wish.stays())
                .map((row, context) -> answer(handle, wish.taskId(), row))
                .one());
    }

    private static Answer answer(Handle handle, TaskId taskId, ResultSet row) throws SQLException {
        String shortOf = row.getString("short_of");
        if (shortOf == null) {
            return row.getBoolean("has_left")
                    ? new Answer.Left(begun(handle, taskId))
                    : new Answer.Placed(
                            ContractJson.LENIENT.readValue(row.getString("reservation"), Reservation.class));
        }
        double inUse = row.getDouble("in_use");
        double thereIs = row.getDouble("there_is");
        return switch (shortOf) {
            case "project" -> new Answer.ProjectFull((int) inUse, (int) thereIs, row.getInt("ahead"));
            case "turn" -> new Answer.NotItsTurn();
            default -> new Answer.NoRoom(shortOf, inUse, thereIs, row.getBoolean("kept"));
        };
    }

    private static @Nullable Begun begun(Handle handle, TaskId taskId) {
        return handle.createQuery("select begun::text from placements where task_id = :task and begun is not null")
                .bind("task", taskId.value())
                .mapTo(String.class)
                .map(json -> ContractJson.LENIENT.readValue(json, Begun.class))
                .findOne()
                .orElse(null);
    }

    private static long bytes(@Nullable DataSize size) {
        return size == null ? 0 : size.bytes();
    }

    /**
     * Who moves the task at the same moment is waited for, and decides: the row is there to be marked, or it is gone. A mark
     * stays, so who has set it need not look for it again.
     */
    @Override
    public OptionalLong beginStep(TaskId taskId, String host, String stepKey, boolean repeatable) {
        boolean settled = repeatable || marked.contains(taskId);
        OptionalLong stored = jdbi.withHandle(handle -> handle.createQuery(settled ? STORED : MARKED + STORED_IF_MARKED)
                .bind("task", taskId.value())
                .bind("host", host)
                .bind("key", stepKey)
                .mapTo(Long.class)
                .findOne()
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty));
        if (!settled && stored.isPresent()) {
            marked.add(taskId);
        }
        return stored;
    }

    @Override
    public Optional<Answer> giveUp(TaskId taskId, ProjectId project) {
        return jdbi.inTransaction(handle -> {
            // Waits for who places it at the same moment; only then it is looked for.
            handle.createUpdate("""
                            insert into placements (task_id, host, project, cpus, memory, disk, placed_at, left_at,
                                                    reservation)
                            values (:task, '', :project, 0, 0, 0, now(), now(), 'null')
                            on conflict (task_id) do nothing
                            """)
                    .bind("task", taskId.value())
                    .bind("project", project.value())
                    .execute();
            Optional<Answer> placed = handle.createQuery("""
                            with gone as (delete from waiting where task_id = :task)
                            select reservation::text from placements where task_id = :task and left_at is null
                            """)
                    .bind("task", taskId.value())
                    .mapTo(String.class)
                    .map(json -> ContractJson.LENIENT.readValue(json, Reservation.class))
                    .<Answer>map(Answer.Placed::new)
                    .findOne();
            return placed.or(() -> Optional.ofNullable(begun(handle, taskId)).map(Answer.Left::new));
        });
    }

    @Override
    public boolean leave(TaskId taskId, @Nullable Begun begun) {
        return jdbi.withHandle(handle -> handle.createUpdate("""
                        update placements set left_at = now(), begun = cast(:begun as jsonb)
                        where task_id = :task and left_at is null
                        """)
                        .bind("task", taskId.value())
                        .bind("begun", begun == null ? null : ContractJson.LENIENT.writeValueAsString(begun))
                        .execute()
                == 1);
    }

    @Override
    public boolean move(TaskId taskId, String host) {
        return jdbi.inTransaction(handle -> {
            // Waits for who begins a step at the same moment; only then it is looked for.
            handle.createUpdate("""
                            delete from placements
                            where task_id = :task and host = :host and left_at is null and unrepeatable_at is null
                            """)
                    .bind("task", taskId.value())
                    .bind("host", host)
                    .execute();
            boolean gone = handle.createQuery("""
                            select not exists (
                                select from placements where task_id = :task and host = :host and left_at is null)
                            """)
                    .bind("task", taskId.value())
                    .bind("host", host)
                    .mapTo(Boolean.class)
                    .one();
            if (gone) {
                handle.createUpdate("update leases set abandoned = true where task_id = :task and host = :host")
                        .bind("task", taskId.value())
                        .bind("host", host)
                        .execute();
            }
            return gone;
        });
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
