package dev.holdfast.api.web;

/** A body that is larger than the API takes. */
final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLarge(String message) {
        super(message);
    }
}
