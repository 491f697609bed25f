package dev.holdfast.projects.run;

/** A project that has nothing like it; the message says what to add. */
public final class NothingToDoException extends Exception {
    private static final long serialVersionUID = 1L;

    NothingToDoException(String message) {
        super(message);
    }
}
