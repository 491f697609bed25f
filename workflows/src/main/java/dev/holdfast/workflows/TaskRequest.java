package dev.holdfast.workflows;

import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;

/**
 * The input of {@link TaskWorkflow}.
 *
 * @param requestedBy who asked, for the audit
 */
public record TaskRequest(TaskId taskId, TaskSpec spec, String requestedBy) {
    /** The workflow id: one open or closed execution per task, whatever door it came through. */
    public String workflowId() {
        return workflowId(taskId);
    }

    public static String workflowId(TaskId taskId) {
        return "task-" + taskId;
    }
}
