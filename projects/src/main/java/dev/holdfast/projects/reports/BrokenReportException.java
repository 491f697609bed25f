package dev.holdfast.projects.reports;

/** A report that cannot be read. The message says why, in words for a person. */
final class BrokenReportException extends Exception {
    private static final long serialVersionUID = 1L;

    BrokenReportException(String problem) {
        super(problem);
    }
}
