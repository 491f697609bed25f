package dev.holdfast.activities.temporal;

import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.TaskRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsRequest;
import java.util.function.Consumer;

/**
 * Makes Temporal forget a task that has ended, before its namespace would. All runs of it: a task that was open for long
 * has several. One that runs is never touched, because Temporal would end it first.
 */
public final class WorkflowRemoval implements Consumer<TaskId> {
    private final TemporalConnection temporal;
    private final String namespace;

    public WorkflowRemoval(TemporalConnection temporal) {
        this.temporal = temporal;
        this.namespace = temporal.client().getOptions().getNamespace();
    }

    @Override
    public void accept(TaskId taskId) {
        temporal
                .stubs()
                .blockingStub()
                .listWorkflowExecutions(ListWorkflowExecutionsRequest.newBuilder()
                        .setNamespace(namespace)
                        .setQuery("WorkflowId = '" + TaskRequest.workflowId(taskId) + "'")
                        .build())
                .getExecutionsList()
                .stream()
                .filter(run -> run.getStatus() != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING)
                .map(WorkflowExecutionInfo::getExecution)
                .forEach(this::delete);
    }

    private void delete(WorkflowExecution run) {
        try {
            temporal.stubs()
                    .blockingStub()
                    .deleteWorkflowExecution(DeleteWorkflowExecutionRequest.newBuilder()
                            .setNamespace(namespace)
                            .setWorkflowExecution(run)
                            .build());
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() != Status.Code.NOT_FOUND) {
                throw e;
            }
        }
    }
}
