package dev.holdfast.projects.reports;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Rust's test harness, one JSON object a line. */
final class LibtestParser implements ReportParser {
    @Override
    public void parse(String text, CaseCollector cases) throws BrokenReportException {
        boolean any = false;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            JsonNode event = JsonText.line(line);
            if (event == null) {
                continue;
            }
            any = true;
            TestStatus status = status(JsonText.text(event, "event"));
            if (JsonText.text(event, "type").equals("test") && status != null) {
                cases.add(test(event, status));
            }
        }
        if (!any) {
            throw new BrokenReportException("has no event of Rust's test harness");
        }
    }

    private static TestCase test(JsonNode event, TestStatus status) {
        String full = JsonText.text(event, "name");
        int colons = full.lastIndexOf("::");
        String output = JsonText.optional(event, "stdout");
        String message = JsonText.optional(event, "message");
        return new TestCase(
                colons < 0 ? full : full.substring(colons + 2),
                colons < 0 ? List.of() : List.of(full.substring(0, colons)),
                status,
                Math.round(JsonText.number(event, "exec_time") * 1000),
                message == null && output != null ? CargoParser.message(output) : message,
                output,
                null,
                null);
    }

    private static @Nullable TestStatus status(String event) {
        return switch (event) {
            case "ok" -> TestStatus.PASSED;
            case "failed", "timeout" -> TestStatus.FAILED;
            case "ignored" -> TestStatus.SKIPPED;
            default -> null; // started
        };
    }
}
