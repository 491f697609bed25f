package dev.holdfast.devstack;

/** Why the stack cannot start, in words that say what to do next. */
final class StackFailure extends RuntimeException {
    private final String explanation;

    StackFailure(String explanation) {
        super(explanation);
        this.explanation = explanation;
    }

    String explanation() {
        return explanation;
    }
}
