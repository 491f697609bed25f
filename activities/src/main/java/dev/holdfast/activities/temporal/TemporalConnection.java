package dev.holdfast.activities.temporal;

import dev.holdfast.contract.ContractJson;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.Jackson3JsonPayloadConverter;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.util.concurrent.TimeUnit;

/** A client of one namespace, with payloads written as the contract says. Connects lazily and reconnects by itself. */
public final class TemporalConnection implements AutoCloseable {
    private final WorkflowServiceStubs stubs;
    private final WorkflowClient client;

    public TemporalConnection(TemporalConfig config, String identity) {
        this.stubs = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget(config.target())
                .build());
        this.client = WorkflowClient.newInstance(
                stubs,
                WorkflowClientOptions.newBuilder()
                        .setNamespace(config.namespace())
                        .setIdentity(identity)
                        .setDataConverter(dataConverter())
                        .build());
    }

    /** Also for tests and for callers that start tasks straight through Temporal. */
    public static DataConverter dataConverter() {
        return DefaultDataConverter.newDefaultInstance()
                .withPayloadConverterOverrides(new Jackson3JsonPayloadConverter(ContractJson.LENIENT));
    }

    public WorkflowClient client() {
        return client;
    }

    public WorkflowServiceStubs stubs() {
        return stubs;
    }

    @Override
    public void close() {
        stubs.shutdownNow();
        stubs.awaitTermination(2, TimeUnit.SECONDS);
    }
}
