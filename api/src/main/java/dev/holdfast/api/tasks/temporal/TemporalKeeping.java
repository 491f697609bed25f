package dev.holdfast.api.tasks.temporal;

import dev.holdfast.activities.temporal.TemporalConnection;
import dev.holdfast.api.tasks.Keeping;
import dev.holdfast.api.tasks.TaskEngine;
import dev.holdfast.contract.rest.TidyResult;
import dev.holdfast.workflows.KeeperActivities.TidyReport;
import dev.holdfast.workflows.KeeperActivities.TidyRequest;
import dev.holdfast.workflows.KeeperWorkflow;
import dev.holdfast.workflows.TaskWorkflow;
import io.grpc.StatusRuntimeException;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowOptions;
import java.time.Duration;

/** The keeper's workflow, run now. */
public final class TemporalKeeping implements Keeping {
    private final TemporalConnection connection;

    public TemporalKeeping(TemporalConnection connection) {
        this.connection = connection;
    }

    @Override
    public TidyResult tidy(boolean dryRun) {
        KeeperWorkflow workflow = connection
                .client()
                .newWorkflowStub(
                        KeeperWorkflow.class,
                        WorkflowOptions.newBuilder()
                                .setWorkflowId(dryRun ? "tidy-dry-run" : "tidy-now")
                                .setTaskQueue(TaskWorkflow.TASK_QUEUE)
                                .setWorkflowExecutionTimeout(Duration.ofHours(1))
                                .build());
        try {
            TidyReport report = workflow.run(new TidyRequest(dryRun));
            return new TidyResult(
                    dryRun,
                    report.removedTasks(),
                    report.first(),
                    report.removedBlobs(),
                    report.freedBytes(),
                    report.failed());
        } catch (StatusRuntimeException | WorkflowException failure) {
            throw new TaskEngine.Unavailable("retention could not be applied", failure);
        }
    }
}
