package dev.holdfast.api.web;

/** There is no token with this id. */
final class UnknownToken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownToken(String id) {
        super("there is no token '" + id + "'");
    }
}
