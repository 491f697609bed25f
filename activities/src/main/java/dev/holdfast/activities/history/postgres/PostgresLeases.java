package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** Leases and receipts as rows. */
final class PostgresLeases implements Leases {
    /** Stands in receipts for the task of a sandbox that never had one; no task's id starts with a dash. */
    private static final String POOL = "-pool";

    private static final String RECYCLED = """
            with given as (
                update leases set task_id = null, deadline = :deadline
                where sandbox_id = :sandbox and task_id = :task and project is not null
                returning sandbox_id
            ), receipt as (
                insert into receipts (task_id, sandbox_id, state, at, verified, remains)
                select :task, sandbox_id, :state, :at, cast(:verified as jsonb), cast(:remains as jsonb)
                from given
                on conflict do nothing
            )
            """;

    private static final String ENTRY_OF_ONE_GIVEN_BACK = """
            , entry as (
                select cast(:result as jsonb) as result, cast(:spec as jsonb) as spec from given
            )
            """;

    private static final String GIVEN = "select exists (select 1 from given) as is_given";

    private final Jdbi jdbi;

    PostgresLeases(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    @Override
    public void take(Lease lease) {
        jdbi.useHandle(handle -> handle.createUpdate("""
                        insert into leases (sandbox_id, task_id, host, executor, taken_at, deadline)
                        values (:sandbox, :task, :host, :executor, :taken, :deadline)
                        on conflict (sandbox_id) do update set deadline = greatest(leases.deadline, excluded.deadline)
                        """)
                .bind("sandbox", lease.sandboxId())
                .bind("task", text(lease.taskId()))
                .bind("host", lease.host())
                .bind("executor", lease.executor().json())
                .bind("taken", at(lease.takenAt()))
                .bind("deadline", at(lease.deadline()))
                .execute());
    }

    @Override
    public boolean claim(String sandboxId, TaskId taskId, ProjectId project, Instant least) {
        return jdbi.withHandle(handle -> handle.createUpdate("""
                        update leases set task_id = :task, project = :project
                        where sandbox_id = :sandbox and task_id is null and coalesce(project, :project) = :project
                          and deadline >= :least
                          and not exists (select 1 from leases where task_id = :task)
                        """)
                        .bind("task", taskId.value())
                        .bind("project", project.value())
                        .bind("least", at(least))
                        .bind("sandbox", sandboxId)
                        .execute()
                == 1);
    }

    @Override
    public boolean recycle(
            String sandboxId, TaskId taskId, Instant deadline, Receipt receipt, @Nullable HistoryEntry lastRow) {
        return jdbi.withHandle(handle -> withReceipt(recycling(handle, lastRow), receipt)
                .bind("sandbox", sandboxId)
                .bind("task", taskId.value())
                .bind("deadline", at(deadline))
                .map((row, context) -> row.getBoolean("is_given"))
                .one());
    }

    private static Query recycling(Handle handle, @Nullable HistoryEntry lastRow) {
        return lastRow == null
                ? handle.createQuery(RECYCLED + GIVEN)
                : TaskRow.bound(
                        handle.createQuery(RECYCLED + ENTRY_OF_ONE_GIVEN_BACK + TaskRow.WRITTEN + GIVEN + ", ("
                                + TaskRow.TOLD + ")"),
                        lastRow,
                        null);
    }

    /** Only what a project has used can be recycled. */
    @Override
    public boolean condemn(String sandboxId, TaskId taskId) {
        return jdbi.withHandle(handle -> handle.createUpdate("""
                        update leases set project = null where sandbox_id = :sandbox and task_id = :task
                        """)
                        .bind("sandbox", sandboxId)
                        .bind("task", taskId.value())
                        .execute()
                == 1);
    }

    /** No claim is content with such a deadline, and nobody renews it. */
    @Override
    public boolean withdraw(String sandboxId) {
        return jdbi.withHandle(handle -> handle.createUpdate(
                                "update leases set deadline = 'epoch' where sandbox_id = :sandbox and task_id is null")
                        .bind("sandbox", sandboxId)
                        .execute()
                == 1);
    }

    @Override
    public void renew(Collection<String> sandboxIds, Instant deadline) {
        jdbi.useHandle(handle -> handle.createUpdate("""
                        update leases set deadline = :deadline
                        where sandbox_id = any(:sandboxes) and deadline > 'epoch'
                        """)
                .bind("deadline", at(deadline))
                .bindByType("sandboxes", sandboxIds.toArray(String[]::new), String[].class)
                .execute());
    }

    @Override
    public void giveBack(String sandboxId, @Nullable TaskId taskId, Receipt receipt) {
        jdbi.useHandle(handle -> withReceipt(handle.createUpdate("""
                        with receipt as (
                            insert into receipts (task_id, sandbox_id, state, at, verified, remains)
                            values (:task, :sandbox, :state, :at, cast(:verified as jsonb), cast(:remains as jsonb))
                            on conflict do nothing
                        )
                        delete from leases
                        where sandbox_id = :sandbox and coalesce(task_id, :pool) = :task and :clean
                        """), receipt)
                .bind("task", taskId == null ? POOL : taskId.value())
                .bind("pool", POOL)
                .bind("sandbox", sandboxId)
                .bind("clean", receipt.state() == Receipt.State.CLEAN)
                .execute());
    }

    private static <T extends SqlStatement<T>> T withReceipt(T statement, Receipt receipt) {
        return statement
                .bind("state", receipt.state().json())
                .bind("at", at(receipt.at() == null ? Instant.now() : receipt.at()))
                .bind("verified", ContractJson.LENIENT.writeValueAsString(receipt.verified()))
                .bind("remains", ContractJson.LENIENT.writeValueAsString(receipt.left()));
    }

    @Override
    public List<Lease> ofHost(String host) {
        return where("host", host);
    }

    @Override
    public List<Lease> ofTask(TaskId taskId) {
        return where("task_id", taskId.value());
    }

    @Override
    public List<Lease> inUse(String host) {
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select leases.* from leases join placements using (task_id, host)
                        where leases.host = :host and placements.left_at is null and not abandoned
                        """)
                .bind("host", host)
                .map((row, context) -> lease(row))
                .list());
    }

    private List<Lease> where(String column, String value) {
        return jdbi.withHandle(handle -> handle.createQuery("select * from leases where <column> = :value")
                .define("column", column)
                .bind("value", value)
                .map((row, context) -> lease(row))
                .list());
    }

    private static Lease lease(ResultSet row) throws SQLException {
        return new Lease(
                row.getString("sandbox_id"),
                taskId(row.getString("task_id")),
                row.getString("host"),
                Executor.fromJson(row.getString("executor")),
                row.getObject("taken_at", OffsetDateTime.class).toInstant(),
                row.getObject("deadline", OffsetDateTime.class).toInstant(),
                project(row.getString("project")),
                row.getBoolean("abandoned"));
    }

    private static @Nullable ProjectId project(@Nullable String value) {
        return value == null ? null : new ProjectId(value);
    }

    private static @Nullable TaskId taskId(@Nullable String value) {
        return value == null ? null : new TaskId(value);
    }

    private static @Nullable String text(@Nullable TaskId taskId) {
        return taskId == null ? null : taskId.value();
    }

    private static OffsetDateTime at(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
