package dev.holdfast.api.web;

/** The workspace has no such file. */
final class UnknownFile extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownFile(String message) {
        super(message);
    }
}
