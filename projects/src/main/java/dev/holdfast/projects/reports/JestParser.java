package dev.holdfast.projects.reports;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Jest's JSON, which Vitest writes too. */
final class JestParser implements ReportParser {
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]{0,20}m");

    @Override
    public void parse(String text, CaseCollector cases) throws BrokenReportException {
        for (JsonNode file : JsonText.object(text).path("testResults")) {
            String path = JsonText.optional(file, "name");
            JsonNode tests = file.path("assertionResults");
            for (JsonNode test : tests) {
                cases.add(test(test, path));
            }
            if (tests.isEmpty() && JsonText.text(file, "status").equals("failed")) {
                cases.add(notLoaded(file, path));
            }
        }
    }

    private static TestCase test(JsonNode test, @Nullable String path) {
        List<String> suite = new ArrayList<>();
        test.path("ancestorTitles").forEach(title -> {
            if (!title.asString().isEmpty()) {
                suite.add(title.asString());
            }
        });
        List<String> failures = new ArrayList<>();
        test.path("failureMessages").forEach(message -> failures.add(plain(message.asString())));
        String trace = failures.isEmpty() ? null : String.join("\n\n", failures);
        return new TestCase(
                JsonText.text(test, "title"),
                suite,
                status(JsonText.text(test, "status")),
                Math.round(JsonText.number(test, "duration")),
                trace == null ? null : beforeTheFrames(trace),
                trace,
                path,
                JsonText.line(test.path("location"), "line"));
    }

    /** A file that could not even be loaded is a failure that no test tells of. */
    private static TestCase notLoaded(JsonNode file, @Nullable String path) {
        String message = plain(JsonText.text(file, "message"));
        String name = path == null ? "test file" : path.substring(path.lastIndexOf('/') + 1);
        return new TestCase(name + " could not be loaded", List.of(), TestStatus.FAILED, 0, message, null, path, null);
    }

    private static String plain(String text) {
        return COLOUR.matcher(text).replaceAll("");
    }

    private static String beforeTheFrames(String trace) {
        int frame = trace.indexOf("\n    at ");
        return frame < 0 ? trace : trace.substring(0, frame);
    }

    private static TestStatus status(String said) {
        return switch (said) {
            case "passed" -> TestStatus.PASSED;
            case "failed" -> TestStatus.FAILED;
            case "pending", "skipped", "disabled" -> TestStatus.SKIPPED;
            case "todo" -> TestStatus.PENDING;
            default -> TestStatus.OTHER;
        };
    }
}
