package dev.holdfast.workflows;

import dev.holdfast.contract.ContractJson;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.Jackson3JsonPayloadConverter;

/** How tasks are written into Temporal's payloads, for callers that start them straight through Temporal. */
public final class TaskPayloads {
    /** What one payload has at most, as JSON, before it is encrypted. */
    public static final int MOST_BYTES = 256 * 1024;

    private TaskPayloads() {}

    /** For the options of a {@code WorkflowClient}; what is no task is written as by the default converter. */
    public static DataConverter converter() {
        return DefaultDataConverter.newDefaultInstance()
                .withPayloadConverterOverrides(new Jackson3JsonPayloadConverter(ContractJson.LENIENT));
    }
}
