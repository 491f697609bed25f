package dev.holdfast.workflows;

import dev.holdfast.contract.TaskResult;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** One agent task: a sandbox is had, filled, used and given back, whatever dies on the way. */
@WorkflowInterface
public interface TaskWorkflow {
    /** The task queue that every worker serves. Sandboxes are then used on the queue of their own host. */
    String TASK_QUEUE = "holdfast";

    @WorkflowMethod(name = "Task")
    TaskResult run(TaskRequest request);

    @SignalMethod(name = "cancel")
    void cancel(CancelRequest request);

    @QueryMethod(name = "state")
    TaskResult state();
}
