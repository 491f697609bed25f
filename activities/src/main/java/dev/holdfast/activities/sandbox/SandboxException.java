package dev.holdfast.activities.sandbox;

import org.jspecify.annotations.Nullable;

/** Something about a sandbox could not be done or learnt. The message says what to do next. */
public final class SandboxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final SandboxError error;

    public SandboxException(SandboxError error, String message) {
        this(error, message, null);
    }

    public SandboxException(SandboxError error, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.error = error;
    }

    public SandboxError error() {
        return error;
    }

    /** The stable word, e.g. {@code engine_unavailable}. */
    public String code() {
        return error.code();
    }

    public boolean retryable() {
        return error.retryable();
    }
}
