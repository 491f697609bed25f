package dev.holdfast.projects.reports;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Mocha lists each test once in {@code tests}, and again by how it ended; a broken hook is only among the failures. */
final class MochaParser implements ReportParser {
    @Override
    public void parse(String text, CaseCollector cases) throws BrokenReportException {
        JsonNode report = JsonText.object(text);
        Set<String> skipped = keys(report.path("pending"));
        Set<String> passed = keys(report.path("passes"));
        Set<String> listed = keys(report.path("tests"));
        for (JsonNode test : report.path("tests")) {
            cases.add(test(test, status(key(test), passed, skipped)));
        }
        for (JsonNode failure : report.path("failures")) {
            if (!listed.contains(key(failure))) {
                cases.add(test(failure, TestStatus.FAILED));
            }
        }
    }

    private static Set<String> keys(JsonNode tests) {
        Set<String> keys = new HashSet<>();
        tests.forEach(test -> keys.add(key(test)));
        return keys;
    }

    private static String key(JsonNode test) {
        return JsonText.text(test, "file") + "\n" + JsonText.text(test, "fullTitle");
    }

    private static TestStatus status(String key, Set<String> passed, Set<String> skipped) {
        if (passed.contains(key)) {
            return TestStatus.PASSED;
        }
        return skipped.contains(key) ? TestStatus.SKIPPED : TestStatus.FAILED;
    }

    private static TestCase test(JsonNode test, TestStatus status) {
        String title = JsonText.text(test, "title");
        String full = JsonText.text(test, "fullTitle");
        String before = full.endsWith(title)
                ? full.substring(0, full.length() - title.length()).strip()
                : "";
        JsonNode error = test.path("err");
        return new TestCase(
                title,
                before.isEmpty() ? List.of() : List.of(before),
                status,
                Math.round(JsonText.number(test, "duration")),
                JsonText.optional(error, "message"),
                JsonText.optional(error, "stack"),
                JsonText.optional(test, "file"),
                null);
    }
}
