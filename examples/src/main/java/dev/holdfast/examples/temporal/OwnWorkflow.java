package dev.holdfast.examples.temporal;

import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import java.util.UUID;

/** The caller's own worker, for the time of one example. */
final class OwnWorkflow {
    private OwnWorkflow() {}

    static String run(WorkflowServiceStubs stubs, Class<? extends BuildWorkflow> implementation, String what) {
        WorkflowClient client = TemporalClient.of(stubs);
        WorkerFactory factory = WorkerFactory.newInstance(client);
        String queue = "example-" + UUID.randomUUID();
        Worker worker = factory.newWorker(queue);
        worker.registerWorkflowImplementationTypes(implementation);
        factory.start();
        try {
            return client.newWorkflowStub(
                            BuildWorkflow.class,
                            WorkflowOptions.newBuilder().setTaskQueue(queue).build())
                    .build(what);
        } finally {
            factory.shutdownNow();
        }
    }
}
