package dev.holdfast.cli.projects;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Json;
import dev.holdfast.projects.reports.Ctrf;
import dev.holdfast.projects.reports.TestCase;
import dev.holdfast.projects.reports.TestReport;
import dev.holdfast.projects.run.RunSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;

/** What is told at the end. */
final class RunOutput {
    private record Answer(boolean passed, List<RunSummary> projects) {}

    private final RunOptions options;

    RunOutput(RunOptions options) {
        this.options = options;
    }

    void show(List<RunSummary> summaries, List<TestReport> reports, Instant start) {
        if (options.ctrf != null) {
            writeCtrf(reports, start);
        }
        if (options.format == Format.JSON) {
            Json.print(System.out, new Answer(summaries.stream().allMatch(RunSummary::passed), summaries));
        } else {
            summaries.forEach(RunOutput::print);
        }
    }

    private void writeCtrf(List<TestReport> reports, Instant start) {
        try {
            Files.writeString(options.ctrf, Ctrf.json(TestReport.together(reports), start, Instant.now()));
        } catch (IOException failure) {
            throw new CommandFailure(options.ctrf + " cannot be written: " + failure.getMessage());
        }
    }

    private static void print(RunSummary summary) {
        summary.failures().forEach(RunOutput::print);
        summary.findings().forEach(finding -> System.out.println("report: " + finding));
        String where = summary.path().equals(".") ? "" : summary.path() + " ";
        System.out.println((summary.passed() ? "ok    " : "FAIL  ") + where + "(" + summary.ecosystem() + ") "
                + summary.sentence());
    }

    private static void print(TestCase test) {
        System.out.println("FAILED " + test.fullName() + (test.location() == null ? "" : "  " + test.location()));
        if (test.message() != null) {
            test.message().lines().limit(6).forEach(line -> System.out.println("       " + line));
        }
    }
}
