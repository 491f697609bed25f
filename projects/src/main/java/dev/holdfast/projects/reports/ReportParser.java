package dev.holdfast.projects.reports;

/**
 * Reads one format. A parser is given what a hostile task may have written: it must end in time that grows with the
 * text's length only, open no other file and reach no network.
 */
interface ReportParser {
    /** Hands every test to {@code cases}, so that those before a break are kept. */
    void parse(String text, CaseCollector cases) throws BrokenReportException;
}
