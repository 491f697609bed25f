package dev.holdfast.activities.temporal;

import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.TaskRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.client.WorkflowClient;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What a task was asked to do: the first event of its workflow says so, in every state and after its end. */
public final class FirstRequest {
    private static final int ANSWER_WITHIN_SECONDS = 10;

    private FirstRequest() {}

    /** Empty for a task that Temporal does not know, or not any more. */
    public static Optional<TaskRequest> of(WorkflowClient client, TaskId taskId) {
        GetWorkflowExecutionHistoryRequest firstEvent = GetWorkflowExecutionHistoryRequest.newBuilder()
                .setNamespace(client.getOptions().getNamespace())
                .setExecution(WorkflowExecution.newBuilder().setWorkflowId(TaskRequest.workflowId(taskId)))
                .setMaximumPageSize(1)
                .build();
        try {
            Payloads input = client.getWorkflowServiceStubs()
                    .blockingStub()
                    .withDeadlineAfter(ANSWER_WITHIN_SECONDS, TimeUnit.SECONDS)
                    .getWorkflowExecutionHistory(firstEvent)
                    .getHistory()
                    .getEvents(0)
                    .getWorkflowExecutionStartedEventAttributes()
                    .getInput();
            return Optional.of(client.getOptions()
                    .getDataConverter()
                    .fromPayloads(0, Optional.of(input), TaskRequest.class, TaskRequest.class));
        } catch (StatusRuntimeException failure) {
            if (failure.getStatus().getCode() == Status.Code.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }
}
