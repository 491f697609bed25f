package dev.holdfast.examples.temporal;

import dev.holdfast.contract.Command;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskIds;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.TaskRequest;
import dev.holdfast.workflows.TaskWorkflow;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Clock;

/** A task from a client of Temporal. It is the same task that REST would have started, and REST sees it. */
public final class StartTask {
    private StartTask() {}

    public static void main(String[] arguments) {
        WorkflowServiceStubs stubs = TemporalClient.stubs();
        try {
            TaskRequest request = new TaskRequest(
                    TaskIds.next(Clock.systemUTC()),
                    TaskSpec.of(StepSpec.of(Command.shell("echo straight through Temporal; exit 4"))),
                    "example");
            TaskWorkflow task = TemporalClient.of(stubs)
                    .newWorkflowStub(
                            TaskWorkflow.class,
                            WorkflowOptions.newBuilder()
                                    .setWorkflowId(request.workflowId())
                                    .setTaskQueue(TaskWorkflow.TASK_QUEUE)
                                    // An id is one task for good, also after its end.
                                    .setWorkflowIdReusePolicy(
                                            WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
                                    .build());
            TaskResult result = task.run(request);
            System.out.print(result.steps().get(0).stdout());
            System.out.println("exit code " + result.exitCode());
        } finally {
            stubs.shutdownNow();
        }
    }
}
