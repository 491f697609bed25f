package dev.holdfast.cli.keeping;

import dev.holdfast.cli.output.OutputGuard;
import dev.holdfast.contract.rest.TaskDiff;
import dev.holdfast.contract.rest.TestDiff;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A difference for a terminal. */
final class DiffText {
    private static final String RED = "\033[31m";
    private static final String GREEN = "\033[32m";
    private static final String BOLD = "\033[1m";
    private static final String PLAIN = "\033[0m";

    private final StringBuilder out = new StringBuilder();
    private final boolean coloured;

    private DiffText(boolean coloured) {
        this.coloured = coloured;
    }

    static String of(TaskDiff diff, boolean coloured) {
        DiffText text = new DiffText(coloured);
        text.heading(diff.base() + " -> " + diff.other() + (diff.same() ? ": no difference" : ""));
        for (TaskDiff.Field field : diff.fields()) {
            text.pair(field.name(), field.base(), field.other());
        }
        if (diff.tests() != null) {
            text.tests(diff.tests());
        }
        for (TaskDiff.File artifact : diff.artifacts()) {
            text.heading("artifact " + artifact.change() + ": " + artifact.path());
            if (!Objects.equals(artifact.baseSize(), artifact.otherSize())) {
                text.pair("  size", artifact.baseSize(), artifact.otherSize());
            }
            text.lines(artifact.text());
        }
        for (TaskDiff.Output output : diff.output()) {
            text.heading("output of " + output.step() + ", " + output.stream());
            text.lines(output.text());
        }
        for (TaskDiff.Measurement measured : diff.measurements()) {
            String step = measured.step().isEmpty() ? "task" : measured.step();
            text.line("", step + " " + measured.what() + ": " + measured.base() + " -> " + measured.other());
        }
        return text.out.toString();
    }

    private void tests(TestDiff tests) {
        heading("tests: " + counts(tests.base()) + " -> " + counts(tests.other()));
        tests.newlyFailing().forEach(test -> test(RED, "newly failing", test));
        tests.fixed().forEach(test -> test(GREEN, "fixed", test));
        tests.flaky().forEach(test -> test("", "flaky", test));
        tests.removed().forEach(name -> line(RED, "- " + name));
        tests.added().forEach(name -> line(GREEN, "+ " + name));
    }

    private static String counts(TestDiff.Counts counts) {
        return counts.passed() + " of " + counts.tests() + " passed, " + counts.failed() + " failed";
    }

    private void test(String colour, String what, TestDiff.Test test) {
        String place = test.location() == null ? "" : " (" + test.location() + ")";
        line(colour, "  " + what + ": " + test.name() + place);
        if (test.message() != null) {
            line("", "    " + test.message().lines().findFirst().orElse(""));
        }
    }

    private void heading(String line) {
        line(BOLD, line);
    }

    private void pair(String name, @Nullable Object base, @Nullable Object other) {
        if (base != null) {
            line(RED, "- " + name + ": " + base);
        }
        if (other != null) {
            line(GREEN, "+ " + name + ": " + other);
        }
    }

    private void lines(List<String> unified) {
        unified.forEach(line -> line(line.startsWith("-") ? RED : line.startsWith("+") ? GREEN : "", "  " + line));
    }

    /** What tasks wrote has no say over the terminal. */
    private void line(String colour, String line) {
        byte[] bytes = line.replace("\n", "\\n").replace("\r", "\\r").getBytes(StandardCharsets.UTF_8);
        String inert = new String(new OutputGuard(OutputGuard.Mode.FILE).filter(bytes), StandardCharsets.UTF_8);
        boolean colours = coloured && !colour.isEmpty();
        out.append(colours ? colour : "")
                .append(inert)
                .append(colours ? PLAIN : "")
                .append('\n');
    }
}
