package dev.holdfast.examples.temporal;

import dev.holdfast.workflows.TaskPayloads;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;

/** A client that writes tasks as Holdfast reads them. */
final class TemporalClient {
    private TemporalClient() {}

    static WorkflowServiceStubs stubs() {
        return WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget(System.getenv().getOrDefault("HOLDFAST_TEMPORAL_TARGET", "127.0.0.1:7233"))
                .build());
    }

    static WorkflowClient of(WorkflowServiceStubs stubs) {
        return WorkflowClient.newInstance(
                stubs,
                WorkflowClientOptions.newBuilder()
                        .setDataConverter(TaskPayloads.converter())
                        .build());
    }
}
