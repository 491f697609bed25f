package dev.holdfast.activities.temporal;

import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.converter.DataConverter;
import io.temporal.serviceclient.GrpcCompression;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.util.concurrent.TimeUnit;

/** A client of one namespace, with payloads written as the contract says. Connects lazily and reconnects by itself. */
public final class TemporalConnection implements AutoCloseable {
    private final WorkflowServiceStubs stubs;
    private final WorkflowClient client;
    private final PayloadRules payloads;

    public TemporalConnection(TemporalConfig config, String identity) {
        this.payloads = new PayloadRules(config.keys());
        this.stubs = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget(config.target())
                // On one machine both sides would only spend their time on it.
                .setGrpcCompression(config.onThisMachine() ? GrpcCompression.NONE : GrpcCompression.GZIP)
                .build());
        this.client = WorkflowClient.newInstance(
                stubs,
                WorkflowClientOptions.newBuilder()
                        .setNamespace(config.namespace())
                        .setIdentity(identity)
                        .setDataConverter(payloads.converter())
                        .build());
    }

    /** Without encryption; also for tests and for callers that start tasks straight through Temporal. */
    public static DataConverter dataConverter() {
        return new PayloadRules(PayloadKeys.NONE).converter();
    }

    public PayloadRules payloads() {
        return payloads;
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
