package dev.holdfast.projects.reports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What {@code cargo test} prints. Why a test failed stands below the list, under the test's name. */
final class CargoParser implements ReportParser {
    private static final Pattern RESULT = Pattern.compile(
            "test (?<name>.{1,500}?)(?: - should panic)? \\.\\.\\. (?<result>ok|FAILED|ignored)(?:, (?<reason>.*))?(?: <.*>)?");
    private static final Pattern OUTPUT = Pattern.compile("---- (?<name>.{1,500}) stdout ----");
    private static final Pattern RUNNING = Pattern.compile("\\s*(?:Running (?:unittests )?|Doc-tests )(?<what>\\S+).*");
    private static final Pattern NOISE =
            Pattern.compile("(?:thread '.*' )?(?:\\(\\d+\\) )?panicked at .*|note: run with .*");

    private record Line(
            String name,
            String result,
            @Nullable String reason,
            @Nullable String target) {}

    @Override
    public void parse(String text, CaseCollector cases) throws BrokenReportException {
        List<Line> lines = new ArrayList<>();
        Map<String, BoundedText> outputs = new HashMap<>();
        read(text, lines, outputs);
        if (lines.isEmpty() && !text.contains("test result:")) {
            throw new BrokenReportException("names no test; it may not have been compiled");
        }
        for (Line line : lines) {
            BoundedText output = outputs.get(line.name());
            cases.add(test(line, output == null ? null : output.toString()));
        }
    }

    private static void read(String text, List<Line> lines, Map<String, BoundedText> outputs) {
        BoundedText open = null;
        String target = null;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            Matcher result = RESULT.matcher(line);
            Matcher output = OUTPUT.matcher(line);
            Matcher running = RUNNING.matcher(line);
            if (output.matches()) {
                open = outputs.computeIfAbsent(output.group("name"), name -> new BoundedText(CaseCollector.MAX_TEXT));
            } else if (line.equals("failures:") || line.startsWith("test result: ")) {
                open = null;
            } else if (open != null) {
                open.append(line + "\n");
            } else if (running.matches()) {
                target = running.group("what");
            } else if (result.matches()) {
                lines.add(new Line(result.group("name"), result.group("result"), result.group("reason"), target));
            }
        }
    }

    private static TestCase test(Line line, @Nullable String output) {
        int colons = line.name().lastIndexOf("::");
        List<String> suite = new ArrayList<>();
        if (line.target() != null) {
            suite.add(line.target());
        }
        if (colons > 0) {
            suite.add(line.name().substring(0, colons));
        }
        String reason = output == null ? line.reason() : message(output);
        return new TestCase(
                colons < 0 ? line.name() : line.name().substring(colons + 2),
                suite,
                status(line.result()),
                0,
                reason,
                output,
                null,
                null);
    }

    /** What was said when it panicked. */
    static String message(String output) {
        return output.lines()
                .takeWhile(line -> !line.equals("stack backtrace:"))
                .filter(line -> !line.isBlank() && !NOISE.matcher(line).matches())
                .limit(20)
                .reduce((before, line) -> before + "\n" + line)
                .orElse(output);
    }

    private static TestStatus status(String result) {
        return switch (result) {
            case "ok" -> TestStatus.PASSED;
            case "ignored" -> TestStatus.SKIPPED;
            default -> TestStatus.FAILED;
        };
    }
}
