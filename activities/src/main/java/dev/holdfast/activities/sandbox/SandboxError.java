package dev.holdfast.activities.sandbox;

import java.util.Locale;

/** What went wrong, as a word that callers may act on, and whether trying again can help. */
public enum SandboxError {
    ENGINE_UNAVAILABLE(true),
    IMAGE_MISSING(false),
    IMAGE_PULL_TIMEOUT(false),
    IMAGE_INVALID(false),
    POLICY_REFUSED(false),
    LIMIT_INVALID(false),
    HOST_DISK_FULL(true),
    /** Another sandbox, not of ours or of another task, has the name. */
    NAME_TAKEN(false),
    SANDBOX_LOST(false),
    SUPERVISOR_UNREACHABLE(true),
    /** The calling thread was interrupted; the sandbox and its steps go on. */
    INTERRUPTED(true),
    INTERNAL(true),
    BAD_REQUEST(false),
    UNSUPPORTED_VERSION(false),
    UNKNOWN_STEP(false),
    CONFLICT(false),
    NOT_FOUND(false),
    NOT_RUNNING(false),
    TOO_LARGE(false),
    /** The sandbox's own limit of processes or memory forbids it now. */
    LIMIT(true),
    REFUSED(false);

    private final boolean retryable;

    SandboxError(boolean retryable) {
        this.retryable = retryable;
    }

    public boolean retryable() {
        return retryable;
    }

    /** The stable word, e.g. {@code engine_unavailable}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
