package dev.holdfast.examples.temporal;

import dev.holdfast.contract.Command;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.TaskRequest;
import dev.holdfast.workflows.TaskService;
import dev.holdfast.workflows.TaskWorkflow;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.nexus.v1.EndpointSpec;
import io.temporal.api.nexus.v1.EndpointTarget;
import io.temporal.api.operatorservice.v1.CreateNexusEndpointRequest;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.workflow.NexusOperationOptions;
import io.temporal.workflow.NexusServiceOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/** A task as an operation of Nexus: the caller's workflow may belong to another team, namespace or cluster. */
public final class NexusTask {
    private static final String ENDPOINT = "holdfast";

    private NexusTask() {}

    /** Knows the endpoint and the service, and nothing of Holdfast's queues. */
    public static final class Build implements BuildWorkflow {
        @Override
        public String build(String what) {
            TaskService holdfast = Workflow.newNexusServiceStub(
                    TaskService.class,
                    NexusServiceOptions.newBuilder()
                            .setEndpoint(ENDPOINT)
                            .setOperationOptions(NexusOperationOptions.newBuilder()
                                    .setScheduleToCloseTimeout(Duration.ofHours(1))
                                    .build())
                            .build());
            TaskResult result = holdfast.run(new TaskRequest(
                    new TaskId("nexus-" + Workflow.randomUUID()),
                    TaskSpec.of(StepSpec.of(Command.of("echo", "built", what))),
                    "example"));
            return result.steps().get(0).stdout();
        }
    }

    public static void main(String[] arguments) {
        WorkflowServiceStubs stubs = TemporalClient.stubs();
        try {
            createEndpoint(stubs);
            System.out.print(OwnWorkflow.run(stubs, Build.class, "by an operation"));
        } finally {
            stubs.shutdownNow();
        }
    }

    /** Once for a cluster, and usually by its operator: temporal operator nexus endpoint create. */
    private static void createEndpoint(WorkflowServiceStubs stubs) {
        OperatorServiceStubs operator = OperatorServiceStubs.newServiceStubs(OperatorServiceStubsOptions.newBuilder()
                .setChannel(stubs.getRawChannel())
                .validateAndBuildWithDefaults());
        EndpointTarget target = EndpointTarget.newBuilder()
                .setWorker(EndpointTarget.Worker.newBuilder()
                        .setNamespace("default")
                        .setTaskQueue(TaskWorkflow.TASK_QUEUE))
                .build();
        try {
            operator.blockingStub()
                    .createNexusEndpoint(CreateNexusEndpointRequest.newBuilder()
                            .setSpec(EndpointSpec.newBuilder().setName(ENDPOINT).setTarget(target))
                            .build());
        } catch (StatusRuntimeException failure) {
            if (failure.getStatus().getCode() != Status.Code.ALREADY_EXISTS) {
                throw failure;
            }
        }
    }
}
