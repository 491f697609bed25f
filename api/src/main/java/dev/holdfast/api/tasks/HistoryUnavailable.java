package dev.holdfast.api.tasks;

import java.util.function.Supplier;

/** The run history does not answer. */
public final class HistoryUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private HistoryUnavailable(RuntimeException cause) {
        super("the run history does not answer", cause);
    }

    /** The ports declare no failures, so whatever they throw means that they could not answer. */
    public static <T> T unless(Supplier<T> question) {
        try {
            return question.get();
        } catch (RuntimeException down) {
            throw new HistoryUnavailable(down);
        }
    }

    /** What a log line has room for: drivers tell long stories. */
    static String firstLine(RuntimeException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.lines().findFirst().orElse(message);
    }
}
