package dev.holdfast.projects.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What real tools wrote, and what we read from it. */
class GoldenReportsTest {
    private static final Path REPORTS =
            Path.of(System.getProperty("holdfast.root"), "projects/src/test/resources/reports");

    static List<Path> reports() throws IOException {
        try (Stream<Path> files = Files.list(REPORTS)) {
            return files.filter(file -> !file.toString().endsWith(".expected")
                            && !file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("reports")
    void isReadAsExpected(Path file) throws IOException {
        String actual = told(TestReports.ranIn("/workspace").read(List.of(ReportFile.of(file))), file.toString());
        Path expected = file.resolveSibling(file.getFileName() + ".expected");
        if (Boolean.getBoolean("reports.write")) {
            Files.writeString(expected, actual);
        }
        assertThat(actual).isEqualTo(Files.readString(expected));
    }

    @Test
    void everyFormatIsAmongThem() throws IOException {
        List<ReportFile> files = reports().stream().map(ReportFile::of).toList();
        assertThat(TestReports.ranIn("/workspace").read(files).formats())
                .containsExactlyInAnyOrder(ReportFormat.values());
    }

    private static String told(TestReport report, String path) {
        TestSummary counts = report.summary();
        String head = String.format(
                Locale.ROOT,
                "%s: %d tests, %d passed, %d failed, %d skipped, %d pending, %d other%n",
                report.formats(),
                counts.tests(),
                counts.passed(),
                counts.failed(),
                counts.skipped(),
                counts.pending(),
                counts.other());
        return head
                + report.tests().stream().map(GoldenReportsTest::told).collect(Collectors.joining())
                + report.findings().stream()
                        .map(finding -> "finding: " + finding.problem().replace(path, "") + "\n")
                        .collect(Collectors.joining());
    }

    private static String told(TestCase test) {
        String message = test.message() == null
                ? ""
                : "\n    " + test.message().lines().limit(4).collect(Collectors.joining("\n    "));
        return test.status().json() + " " + test.fullName() + " [" + test.duration() + " ms] " + test.location()
                + message + "\n";
    }
}
