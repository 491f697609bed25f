package dev.holdfast.lab.chaos;

/** Requests of a worker that mark the phases of a task, whatever the workflow's code looks like. */
final class Requests {
    static final String CREATE_CONTAINER = "POST [^ ]*/containers/create";
    static final String START_CONTAINER = "POST [^ ]*/containers/[^ /]+/start";
    static final String REMOVE_CONTAINER = "DELETE [^ ]*/containers/";
    static final String READ_INPUT = "GET /holdfast/[^? ]";
    static final String WRITE_ARTIFACT = "(PUT|POST) /holdfast/[^? ]";
    static final String WRITE_PART = "PUT /holdfast/[^ ]*partNumber=";

    private Requests() {}

    /** @param container the id that the engine gave it */
    static String removalOf(String container) {
        return REMOVE_CONTAINER + container;
    }
}
