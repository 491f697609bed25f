package dev.holdfast.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The API could not do what was asked. How a command ended is never an exception: see the task's result. */
public sealed class HoldfastException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HoldfastException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Nobody answered. */
    public static final class Unreachable extends HoldfastException {
        private static final long serialVersionUID = 1L;

        Unreachable(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** The token is missing, wrong, or may not do this. */
    public static final class Refused extends HoldfastException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message, null);
        }
    }

    /** No such task, or one that this token may not see. */
    public static final class NotFound extends HoldfastException {
        private static final long serialVersionUID = 1L;

        NotFound(String message) {
            super(message, null);
        }
    }

    /** The task id is taken by a task with another spec. */
    public static final class Conflict extends HoldfastException {
        private static final long serialVersionUID = 1L;

        Conflict(String message) {
            super(message, null);
        }
    }

    /** The request cannot be accepted as it is. */
    public static final class Invalid extends HoldfastException {
        private static final long serialVersionUID = 1L;

        private final @Nullable String field;

        Invalid(String message, @Nullable String field) {
            super(message, null);
            this.field = field;
        }

        /** What to mend, where one field is at fault. */
        public @Nullable String field() {
            return field;
        }
    }

    /** Too many requests; the same one is welcome later. */
    public static final class TooMany extends HoldfastException {
        private static final long serialVersionUID = 1L;

        private final transient Duration retryAfter;

        TooMany(String message, Duration retryAfter) {
            super(message, null);
            this.retryAfter = retryAfter;
        }

        public Duration retryAfter() {
            return retryAfter;
        }
    }

    /** The API, or a part that it needs, failed. */
    public static final class Failed extends HoldfastException {
        private static final long serialVersionUID = 1L;

        private final int status;

        Failed(String message, int status, @Nullable Throwable cause) {
            super(message, cause);
            this.status = status;
        }

        public int status() {
            return status;
        }
    }
}
