package dev.holdfast.activities.temporal;

import dev.holdfast.contract.TaskResult;
import dev.holdfast.workflows.TaskRequest;
import dev.holdfast.workflows.TaskWorkflow;
import io.nexusrpc.OperationException;
import io.nexusrpc.handler.OperationCancelDetails;
import io.nexusrpc.handler.OperationContext;
import io.nexusrpc.handler.OperationHandler;
import io.nexusrpc.handler.OperationStartDetails;
import io.nexusrpc.handler.OperationStartResult;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import io.temporal.nexus.Nexus;
import io.temporal.nexus.WorkflowRunOperation;

/** Runs a task, or joins the one that has its id: while it runs, and after its end. */
final class TaskOperation implements OperationHandler<TaskRequest, TaskResult> {
    private final OperationHandler<TaskRequest, TaskResult> starts =
            operation(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL);
    private final OperationHandler<TaskRequest, TaskResult> joins =
            operation(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING);

    private static OperationHandler<TaskRequest, TaskResult> operation(WorkflowIdConflictPolicy taken) {
        return WorkflowRunOperation.fromWorkflowMethod((context, details, request) -> client().newWorkflowStub(
                        TaskWorkflow.class,
                        WorkflowOptions.newBuilder(TaskStart.options(request))
                                .setWorkflowIdConflictPolicy(taken)
                                .build())::run);
    }

    @Override
    public OperationStartResult<TaskResult> start(
            OperationContext context, OperationStartDetails details, TaskRequest request) throws OperationException {
        try {
            return starts.start(context, details, request);
        } catch (WorkflowException failure) {
            unlessTaken(failure);
        }
        requireSame(request);
        WorkflowStub task = client().newUntypedWorkflowStub(request.workflowId());
        if (task.describe().getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING) {
            try {
                return joins.start(context, details, request);
            } catch (WorkflowException failure) {
                unlessTaken(failure); // it has just ended
            }
        }
        try {
            return OperationStartResult.sync(task.getResult(TaskResult.class));
        } catch (WorkflowFailedException ended) {
            throw OperationException.failed(ended);
        }
    }

    private static void unlessTaken(WorkflowException failure) {
        if (!TaskStart.isTaken(failure)) {
            throw failure;
        }
    }

    private static void requireSame(TaskRequest request) throws OperationException {
        boolean same = FirstRequest.of(client(), request.taskId())
                .filter(first -> first.spec().equals(request.spec()))
                .isPresent();
        if (!same) {
            throw OperationException.failed(ApplicationFailure.newNonRetryableFailure(
                    "taskId: " + request.taskId() + " is taken by a task with another spec; choose another id",
                    "task_conflict"));
        }
    }

    @Override
    public void cancel(OperationContext context, OperationCancelDetails details) {
        starts.cancel(context, details);
    }

    private static WorkflowClient client() {
        return Nexus.getOperationContext().getWorkflowClient();
    }
}
