package dev.holdfast.acceptance;

import com.google.protobuf.util.Timestamps;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.TaskPayloads;
import dev.holdfast.workflows.TaskRequest;
import dev.holdfast.workflows.TaskWorkflow;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.sdk.v1.WorkflowMetadata;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.DataConverter;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.util.List;
import java.util.stream.Stream;

/** A stack's tasks as Temporal has them: what its own user interface and command line work with. */
final class TemporalView implements AutoCloseable {
    private static final DataConverter PAYLOADS = TaskPayloads.converter();

    private final WorkflowServiceStubs stubs;
    private final WorkflowClient client;

    TemporalView(StackUnderTest stack) {
        stubs = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget(stack.part("temporal").address())
                .build());
        client = WorkflowClient.newInstance(
                stubs,
                WorkflowClientOptions.newBuilder().setDataConverter(PAYLOADS).build());
    }

    WorkflowStub workflow(TaskId task) {
        return client.newUntypedWorkflowStub(TaskRequest.workflowId(task));
    }

    /** The ids of the workflows that a query finds. */
    List<String> find(String query) {
        return client.listExecutions(query)
                .map(found -> found.getExecution().getWorkflowId())
                .toList();
    }

    /** What the user interface asks a workflow for when somebody looks at it. */
    String currentDetails(TaskId task) {
        return workflow(task)
                .query("__temporal_workflow_metadata", WorkflowMetadata.class)
                .getCurrentDetails();
    }

    /** In the order in which they were asked for. */
    List<String> summariesOfActivities(TaskId task) {
        return events(task)
                .filter(HistoryEvent::hasActivityTaskScheduledEventAttributes)
                .map(event -> PAYLOADS.fromPayload(event.getUserMetadata().getSummary(), String.class, String.class))
                .toList();
    }

    List<PendingActivityState> pendingActivities(TaskId task) {
        return workflow(task).describe().getRawDescription().getPendingActivitiesList().stream()
                .map(PendingActivityInfo::getState)
                .toList();
    }

    /** When the queue of those who wait for room let it go, in nanoseconds. */
    long servedAt(TaskId task) {
        long scheduled = events(task)
                .filter(HistoryEvent::hasActivityTaskScheduledEventAttributes)
                .filter(event -> event.getActivityTaskScheduledEventAttributes()
                        .getTaskQueue()
                        .getName()
                        .equals(TaskWorkflow.PLACES_QUEUE))
                .findFirst()
                .orElseThrow()
                .getEventId();
        return events(task)
                .filter(event -> event.hasActivityTaskStartedEventAttributes()
                        && event.getActivityTaskStartedEventAttributes().getScheduledEventId() == scheduled)
                .map(event -> Timestamps.toNanos(event.getEventTime()))
                .findFirst()
                .orElseThrow();
    }

    private Stream<HistoryEvent> events(TaskId task) {
        return client.fetchHistory(TaskRequest.workflowId(task)).getEvents().stream();
    }

    @Override
    public void close() {
        stubs.shutdownNow();
    }
}
