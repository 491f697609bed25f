package dev.holdfast.lab.chaos;

import dev.holdfast.contract.TaskResult;
import dev.holdfast.workflows.TaskRequest;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowStub;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** What Temporal and PostgreSQL say of a task, and whether they say the same. */
final class HistoryLook {
    private static final Duration CLOSES_WITHIN = Duration.ofSeconds(30);

    private final ChaosStack stack;
    private final HistoryReplay replay;

    HistoryLook(ChaosStack stack) {
        this.stack = stack;
        this.replay = new HistoryReplay(stack);
    }

    void check(Probe probe, TaskResult told, Findings findings) throws SQLException, InterruptedException {
        String id = probe.task().id().value();
        checkWorkflow(id, told, findings);
        replay.divergence(told.taskId()).ifPresent(findings.falseOutcomes()::add);
        try (Connection connection = connect()) {
            String row = one(
                    connection,
                    "select state || ' ' || coalesce(exit_code::text, '-') from tasks where task_id = ?",
                    id);
            String same = told.state().json() + " " + (told.exitCode() == null ? "-" : told.exitCode());
            if (!same.equals(row)) {
                findings.lostRows().add(id + ": its row says '" + row + "', its result '" + same + "'");
            }
            String receipt =
                    one(connection, "select state from receipts where task_id = ? order by at desc limit 1", id);
            if (told.cleanup().sandbox() != null && !"clean".equals(receipt)) {
                findings.lostRows().add(id + ": the last receipt of its sandbox says '" + receipt + "'");
            }
        }
    }

    /** The workflow is closed, in order, with the result that the row has. */
    private void checkWorkflow(String id, TaskResult told, Findings findings) throws InterruptedException {
        WorkflowStub workflow = stack.temporal().client().newUntypedWorkflowStub(TaskRequest.workflowId(told.taskId()));
        Patience.reached(
                CLOSES_WITHIN,
                () -> workflow.describe().getStatus() != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING);
        WorkflowExecutionStatus status = workflow.describe().getStatus();
        if (status != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED) {
            findings.lostRows().add(id + ": its workflow is " + status);
            return;
        }
        if (!Patience.reached(CLOSES_WITHIN, () -> runs(told) == 1)) {
            findings.doubleExecutions().add(id + ": its workflow has " + runs(told) + " runs that none continues");
        }
        TaskResult result = workflow.getResult(TaskResult.class);
        if (result.state() != told.state()) {
            findings.falseOutcomes().add(id + ": Temporal says " + result.state() + ", the API says " + told.state());
        }
    }

    /** A list is a second behind, so this is asked until it is right. */
    private long runs(TaskResult told) {
        return stack.temporal()
                .client()
                .listExecutions("WorkflowId = '" + TaskRequest.workflowId(told.taskId()) + "'")
                .filter(run -> run.getStatus() != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW)
                .count();
    }

    /**
     * What nobody gave back: rights to sandboxes, and room on hosts. The row of a placement stays for good, so that nobody
     * places its task again; what counts is that the task has left.
     */
    List<String> held() throws SQLException {
        List<String> held = new ArrayList<>();
        try (Connection connection = connect()) {
            held.addAll(all(connection, "select 'lease of ' || sandbox_id || ' for ' || task_id from leases"));
            held.addAll(all(connection, """
                    select 'room on ' || p.host || ' for ' || p.task_id from placements p
                    where p.left_at is null
                    and not exists (select from tasks t where t.task_id = p.task_id and t.ended_at is null)
                    """));
        }
        return held;
    }

    private static List<String> all(Connection connection, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(sql);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    private Connection connect() throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", "holdfast");
        login.setProperty("password", stack.secret("postgres.password"));
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + stack.portOf("postgres") + "/holdfast", login);
    }

    private static @Nullable String one(Connection connection, String sql, String id) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, id);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }
}
