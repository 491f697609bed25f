package dev.holdfast.activities.temporal;

import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.TaskRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import java.util.function.Predicate;

/** Whether a task's workflow still runs. What cannot be learnt counts as open: nothing is removed on a guess. */
public final class OpenTasks implements Predicate<TaskId> {
    private final TemporalConnection temporal;

    public OpenTasks(TemporalConnection temporal) {
        this.temporal = temporal;
    }

    @Override
    public boolean test(TaskId taskId) {
        try {
            return temporal.stubs()
                            .blockingStub()
                            .describeWorkflowExecution(DescribeWorkflowExecutionRequest.newBuilder()
                                    .setNamespace(temporal.client().getOptions().getNamespace())
                                    .setExecution(WorkflowExecution.newBuilder()
                                            .setWorkflowId(TaskRequest.workflowId(taskId)))
                                    .build())
                            .getWorkflowExecutionInfo()
                            .getStatus()
                    == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
        } catch (StatusRuntimeException e) {
            return e.getStatus().getCode() != Status.Code.NOT_FOUND;
        }
    }
}
