package dev.holdfast.activities.temporal;

import dev.holdfast.workflows.TaskRequest;
import dev.holdfast.workflows.TaskWorkflow;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowServiceException;
import io.temporal.common.Priority;

/** How a task's workflow is started, whoever starts it: once for each id, in the order of priorities and projects. */
public final class TaskStart {
    private static final int SUMMARY_LENGTH = 160;

    private TaskStart() {}

    /** False when the id is taken. */
    public static boolean start(WorkflowClient client, WorkflowOptions options, TaskRequest request) {
        TaskWorkflow workflow = client.newWorkflowStub(TaskWorkflow.class, options);
        try {
            WorkflowClient.start(workflow::run, request);
            return true;
        } catch (WorkflowException failure) {
            if (isTaken(failure)) {
                return false;
            }
            throw failure;
        }
    }

    /** Whether that is one of the two ways of saying that the id is taken. */
    public static boolean isTaken(WorkflowException failure) {
        return failure instanceof WorkflowExecutionAlreadyStarted
                || (failure instanceof WorkflowServiceException
                        && failure.getCause() instanceof StatusRuntimeException status
                        && status.getStatus().getCode() == Status.Code.ALREADY_EXISTS);
    }

    public static WorkflowOptions options(TaskRequest request) {
        return WorkflowOptions.newBuilder()
                .setWorkflowId(request.workflowId())
                .setTaskQueue(TaskWorkflow.TASK_QUEUE)
                .setWorkflowTaskTimeout(TaskWorkflow.DECIDED_WITHIN)
                .setWorkflowIdReusePolicy(WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
                .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
                .setStaticSummary(summary(request))
                .setStaticDetails(details(request))
                .setPriority(priority(request))
                .build();
    }

    /** The same for a worker that wants to have the workflow itself, with the server's first answer. */
    public static WorkflowOptions eagerOptions(TaskRequest request) {
        return WorkflowOptions.newBuilder(options(request))
                .setDisableEagerExecution(false)
                .build();
    }

    /** Tasks that wait are served by priority, and those of equal priority so that each project gets its share. */
    private static Priority priority(TaskRequest request) {
        return Priority.newBuilder()
                .setPriorityKey(request.priority())
                .setFairnessKey(request.spec().project().value())
                .build();
    }

    private static String details(TaskRequest request) {
        return "Project " + request.spec().project() + ", asked for by " + request.requestedBy();
    }

    private static String summary(TaskRequest request) {
        String commands = request.spec().steps().stream()
                .map(step -> step.command().toString())
                .reduce((a, b) -> a + "; " + b)
                .orElse("no steps");
        return commands.length() <= SUMMARY_LENGTH ? commands : commands.substring(0, SUMMARY_LENGTH - 1) + "…";
    }
}
