package dev.holdfast.worker;

import dev.holdfast.contract.TaskResult;
import dev.holdfast.workflows.TaskRequest;
import dev.holdfast.workflows.TaskService;
import dev.holdfast.workflows.TaskWorkflow;
import io.nexusrpc.handler.OperationHandler;
import io.nexusrpc.handler.OperationImpl;
import io.nexusrpc.handler.ServiceImpl;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.client.WorkflowOptions;
import io.temporal.nexus.Nexus;
import io.temporal.nexus.WorkflowRunOperation;

/** Each operation is a task's workflow, which goes on whatever becomes of the one who asked. */
@ServiceImpl(service = TaskService.class)
public final class TaskServiceHandler {
    @OperationImpl
    public OperationHandler<TaskRequest, TaskResult> run() {
        return WorkflowRunOperation.fromWorkflowMethod((context, details, request) -> Nexus.getOperationContext()
                .getWorkflowClient()
                .newWorkflowStub(
                        TaskWorkflow.class,
                        WorkflowOptions.newBuilder()
                                .setWorkflowId(request.workflowId())
                                .setTaskQueue(TaskWorkflow.TASK_QUEUE)
                                .setWorkflowIdConflictPolicy(
                                        WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
                                .build())::run);
    }
}
