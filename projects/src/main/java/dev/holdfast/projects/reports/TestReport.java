package dev.holdfast.projects.reports;

import java.util.List;

/**
 * What all reports of a run say together.
 *
 * @param formats of the files that were read, in their order, each once
 * @param findings files that could not be read, or only in part
 */
public record TestReport(
        List<ReportFormat> formats, TestSummary summary, List<TestCase> tests, List<ReportFinding> findings) {
    public TestReport {
        formats = List.copyOf(formats);
        tests = List.copyOf(tests);
        findings = List.copyOf(findings);
    }

    /** Several as one. */
    public static TestReport together(List<TestReport> reports) {
        List<TestCase> tests =
                reports.stream().flatMap(report -> report.tests().stream()).toList();
        return new TestReport(
                reports.stream()
                        .flatMap(report -> report.formats().stream())
                        .distinct()
                        .toList(),
                TestSummary.of(tests),
                tests,
                reports.stream().flatMap(report -> report.findings().stream()).toList());
    }

    /** Whether there was anything to read at all. */
    public boolean isEmpty() {
        return tests.isEmpty() && findings.isEmpty();
    }

    public List<TestCase> failures() {
        return tests.stream().filter(test -> test.status() == TestStatus.FAILED).toList();
    }
}
