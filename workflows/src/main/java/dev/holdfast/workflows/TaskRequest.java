package dev.holdfast.workflows;

import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The input of {@link TaskWorkflow}.
 *
 * @param requestedBy who asked, for the audit
 * @param continuation of a run before this one; absent in the first
 */
public record TaskRequest(
        TaskId taskId,
        TaskSpec spec,
        String requestedBy,
        @Nullable Continuation continuation) {
    private static final int USUAL_PRIORITY = 3;

    public TaskRequest {
        if (taskId == null || spec == null) {
            throw new InvalidFieldException(taskId == null ? "taskId" : "spec", "is missing");
        }
        requestedBy = requestedBy == null ? "" : requestedBy;
    }

    public TaskRequest(TaskId taskId, TaskSpec spec, String requestedBy) {
        this(taskId, spec, requestedBy, null);
    }

    TaskRequest continuedBy(Continuation next) {
        return new TaskRequest(taskId, spec, requestedBy, next);
    }

    /** What is asked of activities: none of them needs what went before. */
    TaskRequest plain() {
        return continuation == null ? this : new TaskRequest(taskId, spec, requestedBy);
    }

    /** 1 is the most urgent. */
    public int priority() {
        return Objects.requireNonNullElse(spec.priority(), USUAL_PRIORITY);
    }

    /** The workflow id: one open or closed execution per task, whatever door it came through. */
    public String workflowId() {
        return workflowId(taskId);
    }

    public static String workflowId(TaskId taskId) {
        return "task-" + taskId;
    }
}
