package dev.holdfast.workflows;

import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.workflows.SandboxActivities.Look;
import dev.holdfast.workflows.SandboxActivities.Looked;
import dev.holdfast.workflows.SandboxActivities.Staged;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;

/** One agent task: a sandbox is had, filled, used and given back, whatever dies on the way. */
@WorkflowInterface
public interface TaskWorkflow {
    /** The task queue that every worker serves. Sandboxes are then used on the queue of their own host. */
    String TASK_QUEUE = "holdfast";

    /** Where tasks wait that no worker could take at once. */
    String PLACES_QUEUE = "holdfast-places";

    /** The timeout of its workflow tasks: a worker that dies with one is missed after this long. */
    Duration DECIDED_WITHIN = Duration.ofSeconds(5);

    @WorkflowMethod(name = "Task")
    TaskResult run(TaskRequest request);

    @SignalMethod(name = "cancel")
    void cancel(CancelRequest request);

    /**
     * Waits until it is known how the task ended: its artifacts are there, its sandbox may still be. Of an open task, until
     * the steps of its spec have ended.
     */
    @UpdateMethod(name = "result")
    TaskResult result();

    /** Runs one more step in an open task, after those that were asked for before. */
    @UpdateMethod(name = "step")
    StepResult step(StepRequest request);

    @UpdateValidatorMethod(updateName = "step")
    void checkStep(StepRequest request);

    /** Brings files into an open task, after the steps that were asked for before. */
    @UpdateMethod(name = "files")
    Staged files(FilesRequest request);

    @UpdateValidatorMethod(updateName = "files")
    void checkFiles(FilesRequest request);

    /** Looks into the workspace of an open task, also while a step runs. */
    @UpdateMethod(name = "look")
    Looked look(Look request);

    @UpdateValidatorMethod(updateName = "look")
    void checkLook(Look request);

    /** Ends an open task after the steps that were asked for before, and answers as {@link #result} does. */
    @UpdateMethod(name = "close")
    TaskResult close(CloseRequest request);

    @UpdateValidatorMethod(updateName = "close")
    void checkClose(CloseRequest request);

    @QueryMethod(name = "state")
    TaskResult state();
}
