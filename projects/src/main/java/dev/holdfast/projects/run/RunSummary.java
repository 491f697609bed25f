package dev.holdfast.projects.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.projects.reports.TestCase;
import dev.holdfast.projects.reports.TestReport;
import dev.holdfast.projects.reports.TestSummary;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How one project went, for people and programs.
 *
 * @param exitCode of the command that decided it
 * @param summary absent when no test left a report
 * @param failures the tests that failed
 * @param findings reports that could not be read
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunSummary(
        String path,
        String ecosystem,
        String task,
        int exitCode,
        long durationMs,
        @Nullable TestSummary summary,
        List<TestCase> failures,
        List<String> findings) {
    public RunSummary {
        failures = List.copyOf(failures);
        findings = List.copyOf(findings);
    }

    public static RunSummary of(
            String path, String ecosystem, String task, int exitCode, long durationMs, TestReport report) {
        return new RunSummary(
                path,
                ecosystem,
                task,
                exitCode,
                durationMs,
                report.tests().isEmpty() ? null : report.summary(),
                report.failures(),
                report.findings().stream()
                        .map(finding -> finding.path() + " " + finding.problem())
                        .toList());
    }

    /** A tool may end with 0 though a test failed; the tests have the last word. */
    public boolean passed() {
        return exitCode == 0 && failures.isEmpty();
    }

    /** Counts in one line. */
    public String sentence() {
        String time = String.format(Locale.ROOT, " in %.1f s", durationMs / 1000.0);
        if (summary == null) {
            return (passed() ? "passed" : "failed with exit code " + exitCode) + ", no test report" + time;
        }
        StringBuilder counts = new StringBuilder();
        counts.append(summary.tests()).append(summary.tests() == 1 ? " test: " : " tests: ");
        counts.append(summary.passed())
                .append(" passed, ")
                .append(summary.failed())
                .append(" failed");
        add(counts, summary.skipped(), "skipped");
        add(counts, summary.pending(), "pending");
        add(counts, summary.other(), "other");
        if (exitCode != 0 && failures.isEmpty()) {
            counts.append(", but exit code ").append(exitCode);
        }
        return counts + time;
    }

    private static void add(StringBuilder counts, int count, String word) {
        if (count > 0) {
            counts.append(", ").append(count).append(' ').append(word);
        }
    }
}
