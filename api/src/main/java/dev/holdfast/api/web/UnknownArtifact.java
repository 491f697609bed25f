package dev.holdfast.api.web;

/** The task has no such artifact, or its bytes were not collected. */
final class UnknownArtifact extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownArtifact(String path) {
        super("the task has no complete artifact '" + path + "'");
    }
}
