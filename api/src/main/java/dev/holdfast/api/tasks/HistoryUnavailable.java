package dev.holdfast.api.tasks;

/** The run history does not answer. */
public final class HistoryUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HistoryUnavailable(RuntimeException cause) {
        super("the run history does not answer", cause);
    }
}
