package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.LogStore;
import dev.holdfast.activities.history.StepInputs;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TerminalSize;
import dev.holdfast.contract.rest.StepInput;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** Inputs as rows; who follows a step's input is told beside those who follow its output. */
final class PostgresStepInputs implements StepInputs {
    private static final String PREFIX = "input ";

    private final Jdbi jdbi;
    private final PostgresNotifications notifications;

    PostgresStepInputs(Jdbi jdbi, PostgresNotifications notifications) {
        this.jdbi = jdbi;
        this.notifications = notifications;
    }

    @Override
    public void add(TaskId taskId, String step, StepInput input) {
        TerminalSize size = input.size();
        jdbi.useTransaction(handle -> {
            handle.createUpdate("""
                            insert into step_inputs (task_id, step, number, bytes, rows, columns, ends)
                            values (:task, :step, :number, :bytes, :rows, :columns, :ends) on conflict do nothing
                            """)
                    .bind("task", taskId.value())
                    .bind("step", step)
                    .bind("number", input.number())
                    .bind("bytes", input.bytes())
                    .bind("rows", size == null ? null : size.rows())
                    .bind("columns", size == null ? null : size.columns())
                    .bind("ends", input.end())
                    .execute();
            handle.createQuery("select pg_notify(:channel, :task)")
                    .bind("channel", PostgresNotifications.CHANNEL)
                    .bind("task", PREFIX + taskId.value())
                    .mapToMap()
                    .list();
        });
    }

    @Override
    public List<StepInput> after(TaskId taskId, String step, long number) {
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select * from step_inputs where task_id = :task and step = :step and number > :number
                        order by number limit 256
                        """)
                .bind("task", taskId.value())
                .bind("step", step)
                .bind("number", number)
                .map((row, context) -> input(row))
                .list());
    }

    private static StepInput input(ResultSet row) throws SQLException {
        int rows = row.getInt("rows");
        TerminalSize size = row.wasNull() ? null : new TerminalSize(rows, row.getInt("columns"));
        StepInput typed = StepInput.typed(row.getLong("number"), row.getBytes("bytes"));
        return new StepInput(typed.number(), null, typed.base64(), size, row.getBoolean("ends"));
    }

    @Override
    public LogStore.Subscription subscribe(TaskId taskId, Runnable listener) {
        return notifications.subscribe(PREFIX + taskId.value(), listener);
    }

    @Override
    public void remove(TaskId taskId, String step) {
        jdbi.useHandle(handle -> handle.createUpdate("delete from step_inputs where task_id = :task and step = :step")
                .bind("task", taskId.value())
                .bind("step", step)
                .execute());
    }

    @Override
    public void removeOf(TaskId taskId) {
        jdbi.useHandle(handle -> handle.createUpdate("delete from step_inputs where task_id = :task")
                .bind("task", taskId.value())
                .execute());
    }
}
