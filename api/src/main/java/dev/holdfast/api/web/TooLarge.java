package dev.holdfast.api.web;

import org.jspecify.annotations.Nullable;

/** A body that is larger than the API takes. */
final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String field;

    TooLarge(String message) {
        this(null, message);
    }

    /** @param field that is to blame, when one is */
    TooLarge(@Nullable String field, String message) {
        super(message);
        this.field = field;
    }

    @Nullable String field() {
        return field;
    }
}
