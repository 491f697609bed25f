package dev.holdfast.api.access;

/**
 * Who sent a request.
 *
 * @param name of the token, for the audit; never the token itself
 */
public record Caller(String name) {
    /** The request attribute that carries the caller. */
    public static final String ATTRIBUTE = "dev.holdfast.caller";
}
