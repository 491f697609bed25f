package dev.holdfast.activities.task;

/** The task's own policy forbids to run its files. */
final class CodeBlockedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A stable word for programs. */
    static final String CODE = "validation_blocked";

    CodeBlockedException(String message) {
        super(message);
    }
}
