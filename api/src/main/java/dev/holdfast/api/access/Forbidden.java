package dev.holdfast.api.access;

/** The caller is known and may not do this. */
public final class Forbidden extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Forbidden(String message) {
        super(message);
    }
}
