package dev.holdfast.activities.artifacts;

import java.util.Locale;

/** What went wrong, as a word that callers may act on, and whether trying again can help. */
public enum ArtifactError {
    /** It did not answer, or answered that it cannot now. */
    STORAGE_UNAVAILABLE(true),
    STORAGE_FULL(true),
    /** It answered, and refused: credentials, permissions, a wrong address. */
    STORAGE_REFUSED(false),
    BLOB_MISSING(false),
    /** The stored bytes do not have the hash they are stored under. */
    BLOB_DAMAGED(false),
    TOO_LARGE(false),
    ARCHIVE_INVALID(false),
    /** The calling thread was interrupted. */
    INTERRUPTED(true);

    private final boolean retryable;

    ArtifactError(boolean retryable) {
        this.retryable = retryable;
    }

    public boolean retryable() {
        return retryable;
    }

    /** The stable word, e.g. {@code storage_unavailable}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
