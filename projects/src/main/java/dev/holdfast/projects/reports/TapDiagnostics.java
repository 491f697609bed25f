package dev.holdfast.projects.reports;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What stands below a line of TAP: comments, or a block of YAML of which a few fields are known. */
final class TapDiagnostics {
    private static final Pattern FIELD =
            Pattern.compile("(?m)^ {0,80}(?<key>duration_ms|location|error|message|stack): *(?<value>.*)$");

    private TapDiagnostics() {}

    static TestCase test(
            String name, List<String> suite, TestStatus status, @Nullable String reason, String diagnostics) {
        boolean failed = status == TestStatus.FAILED;
        String said = field(diagnostics, "error");
        if (said == null) {
            said = field(diagnostics, "message");
        }
        String stack = field(diagnostics, "stack");
        String trace = stack == null ? diagnostics : stack;
        return new TestCase(
                name.isEmpty() ? "(without a name)" : name,
                suite,
                status,
                Numbers.millisecondsOfSeconds(field(diagnostics, "duration_ms")) / 1000,
                failed ? (said == null ? diagnostics : said) : reason,
                failed ? trace : null,
                file(field(diagnostics, "location")),
                null);
    }

    /** Of {@code file:line:column} the file: the line is where the test begins, not where it failed. */
    private static @Nullable String file(@Nullable String location) {
        if (location == null) {
            return null;
        }
        String plain = location.replaceAll("(?::\\d{1,9}){1,2}$", "");
        return plain.isEmpty() ? null : plain;
    }

    private static @Nullable String field(String diagnostics, String key) {
        Matcher field = FIELD.matcher(diagnostics);
        while (field.find()) {
            if (field.group("key").equals(key)) {
                String value = field.group("value").strip();
                if (value.isEmpty()) {
                    return null;
                }
                return value.startsWith("|") || value.startsWith(">")
                        ? block(diagnostics.substring(field.end()), indent(field.group()))
                        : unquoted(value);
            }
        }
        return null;
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    private static String block(String after, int indent) {
        StringBuilder block = new StringBuilder();
        for (String line : (Iterable<String>) after.lines().skip(1)::iterator) {
            if (!line.isBlank() && indent(line) <= indent) {
                break;
            }
            block.append(line.strip()).append('\n');
        }
        return block.toString().strip();
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1
                && (value.startsWith("'") || value.startsWith("\""))
                && value.charAt(0) == value.charAt(value.length() - 1);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
