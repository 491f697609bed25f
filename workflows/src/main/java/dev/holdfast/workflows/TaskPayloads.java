package dev.holdfast.workflows;

import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.PayloadConverter;
import io.temporal.worker.WorkflowImplementationOptions;

/** How tasks are written into Temporal's payloads, for callers that start them straight through Temporal. */
public final class TaskPayloads {
    /** What one payload has at most, as JSON, before it is encrypted. */
    public static final int MOST_BYTES = 256 * 1024;

    private TaskPayloads() {}

    /** For the options of a {@code WorkflowClient}; what is no task is written as by the default converter. */
    public static DataConverter converter() {
        return DefaultDataConverter.newDefaultInstance().withPayloadConverterOverrides(json());
    }

    /** How the contract's own records are written and read. */
    public static PayloadConverter json() {
        return new TaskJson();
    }

    /** For workers. All other faults fail the workflow task only, so that mended code goes on where it stood. */
    public static WorkflowImplementationOptions unreadableTasksFail() {
        return WorkflowImplementationOptions.newBuilder()
                .setFailWorkflowExceptionTypes(UnreadableTask.class)
                .build();
    }
}
