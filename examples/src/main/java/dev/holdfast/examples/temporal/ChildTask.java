package dev.holdfast.examples.temporal;

import dev.holdfast.contract.Command;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.TaskRequest;
import dev.holdfast.workflows.TaskWorkflow;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.Workflow;

/** A task as a child of the caller's own workflow: cancelled with its parent, and shown below it in Temporal's UI. */
public final class ChildTask {
    private ChildTask() {}

    /** Starts the task on Holdfast's queue, whose workers do the rest. */
    public static final class Build implements BuildWorkflow {
        @Override
        public String build(String what) {
            TaskRequest request = new TaskRequest(
                    new TaskId("child-" + Workflow.randomUUID()),
                    TaskSpec.of(StepSpec.of(Command.of("echo", "built", what))),
                    "example");
            TaskWorkflow task = Workflow.newChildWorkflowStub(
                    TaskWorkflow.class,
                    ChildWorkflowOptions.newBuilder()
                            .setWorkflowId(request.workflowId())
                            .setTaskQueue(TaskWorkflow.TASK_QUEUE)
                            // An id is one task for good, also after its end.
                            .setWorkflowIdReusePolicy(WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
                            .build());
            TaskResult result = task.run(request);
            return result.steps().get(0).stdout();
        }
    }

    public static void main(String[] arguments) {
        WorkflowServiceStubs stubs = TemporalClient.stubs();
        try {
            System.out.print(OwnWorkflow.run(stubs, Build.class, "by a child"));
        } finally {
            stubs.shutdownNow();
        }
    }
}
