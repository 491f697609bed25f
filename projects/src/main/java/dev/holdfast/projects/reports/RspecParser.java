package dev.holdfast.projects.reports;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What {@code rspec --format json} writes. */
final class RspecParser implements ReportParser {
    @Override
    public void parse(String text, CaseCollector cases) throws BrokenReportException {
        JsonNode report = JsonText.object(text);
        for (JsonNode example : report.path("examples")) {
            cases.add(test(example));
        }
        long outside = Math.round(JsonText.number(report.path("summary"), "errors_outside_of_examples_count"));
        if (outside > 0) {
            List<String> messages = new ArrayList<>();
            report.path("messages").forEach(message -> messages.add(message.asString()));
            cases.add(new TestCase(
                    "error outside of examples",
                    List.of(),
                    TestStatus.FAILED,
                    0,
                    String.join("\n", messages),
                    null,
                    null,
                    null));
        }
    }

    private static TestCase test(JsonNode example) {
        String name = JsonText.text(example, "description");
        String full = JsonText.text(example, "full_description");
        String group = full.endsWith(name)
                ? full.substring(0, full.length() - name.length()).strip()
                : "";
        JsonNode exception = example.path("exception");
        TestStatus status = status(JsonText.text(example, "status"));
        return new TestCase(
                name,
                group.isEmpty() ? List.of() : List.of(group),
                status,
                Math.round(JsonText.number(example, "run_time") * 1000),
                status == TestStatus.SKIPPED
                        ? JsonText.optional(example, "pending_message")
                        : JsonText.optional(exception, "message"),
                backtrace(exception),
                JsonText.optional(example, "file_path"),
                JsonText.line(example, "line_number"));
    }

    private static @Nullable String backtrace(JsonNode exception) {
        List<String> frames = new ArrayList<>();
        exception.path("backtrace").forEach(frame -> frames.add(frame.asString()));
        return frames.isEmpty() ? null : String.join("\n", frames);
    }

    private static TestStatus status(String said) {
        return switch (said) {
            case "passed" -> TestStatus.PASSED;
            case "failed" -> TestStatus.FAILED;
            case "pending" -> TestStatus.SKIPPED;
            default -> TestStatus.OTHER;
        };
    }
}
