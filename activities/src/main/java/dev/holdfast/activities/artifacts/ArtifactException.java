package dev.holdfast.activities.artifacts;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Something about stored files could not be done or learnt. The message says what to do next. */
public final class ArtifactException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ArtifactError error;

    public ArtifactException(ArtifactError error, String message) {
        this(error, message, null);
    }

    public ArtifactException(ArtifactError error, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.error = error;
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    public ArtifactError error() {
        return error;
    }

    /** The stable word, e.g. {@code storage_unavailable}. */
    public String code() {
        return error.code();
    }

    public boolean retryable() {
        return error.retryable();
    }
}
