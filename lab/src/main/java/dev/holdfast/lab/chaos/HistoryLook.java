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

    HistoryLook(ChaosStack stack) {
        this.stack = stack;
    }

    void check(Probe probe, TaskResult told, Findings findings) throws SQLException, InterruptedException {
        String id = probe.task().id().value();
        checkWorkflow(id, told, findings);
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
        TaskResult result = workflow.getResult(TaskResult.class);
        if (result.state() != told.state()) {
            findings.falseOutcomes().add(id + ": Temporal says " + result.state() + ", the API says " + told.state());
        }
    }

    /** Rights to sandboxes that nobody gave back. */
    List<String> leases() throws SQLException {
        List<String> left = new ArrayList<>();
        try (Connection connection = connect();
                PreparedStatement query = connection.prepareStatement("select sandbox_id, task_id from leases");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                left.add("lease of " + rows.getString(1) + " for " + rows.getString(2));
            }
        }
        return left;
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
