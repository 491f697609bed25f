package dev.holdfast.api.web;

/** The project has no secret of this name. */
final class UnknownSecret extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownSecret(String name) {
        super("there is no secret '" + name + "'");
    }
}
