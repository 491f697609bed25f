package dev.holdfast.api.tasks;

/** There is no such task, or the caller may not see it. */
public final class UnknownTask extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnknownTask(String taskId) {
        super("there is no task '" + taskId + "'");
    }
}
