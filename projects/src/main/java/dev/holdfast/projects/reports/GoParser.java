package dev.holdfast.projects.reports;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The events of {@code go test -json}. A test with subtests is counted only when it failed and none of them did: else
 * one failure would be told once on each level.
 */
final class GoParser implements ReportParser {
    private record Key(String module, @Nullable String test) {}

    private static final class Run {
        final BoundedText output = new BoundedText(CaseCollector.MAX_TEXT);
        String action = "";
        long milliseconds;
        boolean hasSubtests;
        boolean subtestFailed;
        String failedBuild = "";
    }

    @Override
    public void parse(String text, CaseCollector cases) throws BrokenReportException {
        Map<Key, Run> runs = new LinkedHashMap<>();
        Map<String, BoundedText> builds = new HashMap<>();
        text.lines().forEach(line -> {
            JsonNode event = JsonText.line(line);
            if (event != null) {
                take(event, runs, builds);
            }
        });
        if (runs.isEmpty() && builds.isEmpty()) {
            throw new BrokenReportException("has no event of go test");
        }
        tellParents(runs);
        for (Map.Entry<Key, Run> entry : runs.entrySet()) {
            add(entry.getKey(), entry.getValue(), runs, builds, cases);
        }
    }

    private static void take(JsonNode event, Map<Key, Run> runs, Map<String, BoundedText> builds) {
        String action = JsonText.text(event, "Action");
        if (action.startsWith("build-")) {
            builds.computeIfAbsent(JsonText.text(event, "ImportPath"), name -> new BoundedText(CaseCollector.MAX_TEXT))
                    .append(JsonText.text(event, "Output"));
            return;
        }
        String module = JsonText.text(event, "Package");
        if (module.isEmpty()) {
            return;
        }
        Run run = runs.computeIfAbsent(new Key(module, JsonText.optional(event, "Test")), key -> new Run());
        switch (action) {
            case "output" -> run.output.append(JsonText.text(event, "Output"));
            case "pass", "fail", "skip" -> {
                run.action = action;
                run.milliseconds = Math.round(JsonText.number(event, "Elapsed") * 1000);
                run.failedBuild = JsonText.text(event, "FailedBuild");
            }
            default -> {}
        }
    }

    private static void tellParents(Map<Key, Run> runs) {
        runs.forEach((key, run) -> {
            int slash = key.test() == null ? -1 : key.test().lastIndexOf('/');
            while (slash > 0 && key.test() != null) {
                Run parent = runs.get(new Key(key.module(), key.test().substring(0, slash)));
                if (parent != null) {
                    parent.hasSubtests = true;
                    parent.subtestFailed |= !run.action.equals("pass") && !run.action.equals("skip");
                }
                slash = key.test().lastIndexOf('/', slash - 1);
            }
        });
    }

    private static void add(Key key, Run run, Map<Key, Run> runs, Map<String, BoundedText> builds, CaseCollector cases)
            throws BrokenReportException {
        if (key.test() == null) {
            if (run.action.equals("fail") && !hasFailedTest(key.module(), runs)) {
                cases.add(failedPackage(key, run, builds));
            }
            return;
        }
        if (run.hasSubtests && (run.subtestFailed || !run.action.equals("fail"))) {
            return;
        }
        TestStatus status = status(run.action);
        String output = status == TestStatus.PASSED ? null : said(run.output.toString());
        String ending = run.action.isEmpty() ? "did not end" : output;
        cases.add(
                new TestCase(key.test(), List.of(key.module()), status, run.milliseconds, ending, output, null, null));
    }

    private static boolean hasFailedTest(String module, Map<Key, Run> runs) {
        return runs.entrySet().stream()
                .anyMatch(entry -> entry.getKey().module().equals(module)
                        && entry.getKey().test() != null
                        && status(entry.getValue().action) == TestStatus.FAILED);
    }

    private static TestCase failedPackage(Key key, Run run, Map<String, BoundedText> builds) {
        BoundedText build = builds.get(run.failedBuild);
        String output = build == null ? run.output.toString() : build.toString();
        String name = build == null ? "(package)" : "(build)";
        return new TestCase(
                name, List.of(key.module()), TestStatus.FAILED, run.milliseconds, output, output, null, null);
    }

    /** What the test said, without go's own lines about it. */
    private static String said(String output) {
        return output.lines()
                .filter(line -> !line.startsWith("=== ") && !line.stripLeading().startsWith("--- "))
                .reduce((before, line) -> before + "\n" + line)
                .orElse("")
                .stripIndent();
    }

    private static TestStatus status(String action) {
        return switch (action) {
            case "pass" -> TestStatus.PASSED;
            case "skip" -> TestStatus.SKIPPED;
            default -> TestStatus.FAILED; // also a test that began and never ended
        };
    }
}
