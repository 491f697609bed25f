package dev.holdfast.projects.reports;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes tests from a parser: shortens what is too long, completes file and line, and ends a report without end. */
final class CaseCollector {
    static final int MAX_CASES = 200_000;
    static final int MAX_TEXT = 16 * 1024;

    private final Locations locations;
    private final String path;
    private final List<TestCase> cases = new ArrayList<>();
    private final List<ReportFinding> findings = new ArrayList<>();

    CaseCollector(String path, Locations locations) {
        this.path = path;
        this.locations = locations;
    }

    void add(TestCase test) throws BrokenReportException {
        if (cases.size() == MAX_CASES) {
            throw new BrokenReportException("has more than " + MAX_CASES + " tests; the rest is left out");
        }
        TestCase shortened = new TestCase(
                orElse(shortened(test.name(), 1000), "(without a name)"),
                test.suite(),
                test.status(),
                Math.max(0, test.duration()),
                shortened(test.message(), MAX_TEXT),
                shortened(test.trace(), MAX_TEXT),
                test.filePath(),
                test.line());
        cases.add(locations.complete(shortened));
    }

    /** Something to tell beside the tests. */
    void note(String problem) {
        findings.add(new ReportFinding(path, problem));
    }

    List<TestCase> cases() {
        return cases;
    }

    List<ReportFinding> findings() {
        return findings;
    }

    private static String orElse(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }

    private static @Nullable String shortened(@Nullable String text, int limit) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String stripped = text.strip();
        return stripped.length() <= limit ? stripped : stripped.substring(0, limit) + "…";
    }
}
