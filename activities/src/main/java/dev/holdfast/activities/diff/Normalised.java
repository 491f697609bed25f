package dev.holdfast.activities.diff;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Makes equal in output what differs from run to run although nothing changed. */
final class Normalised {
    /** In this order: what is longer comes before what it contains. */
    private static final List<Map.Entry<Pattern, String>> RULES = List.of(
            rule("\\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\\b", "<uuid>"),
            rule("\\b\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}:\\d{2}([.,]\\d+)?(Z|[+-]\\d{2}:?\\d{2})?", "<time>"),
            rule("\\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun),? .{6,16}\\d{2}:\\d{2}:\\d{2}( [A-Z]{3,4})?( \\d{4})?", "<time>"),
            rule("\\b\\d{1,2}:\\d{2}:\\d{2}([.,]\\d+)?\\b", "<time>"),
            rule("\\b0x[0-9a-fA-F]{4,16}\\b", "<address>"),
            rule("@[0-9a-f]{6,8}\\b", "@<address>"),
            rule("\\b\\d+([.,]\\d+)?\\s?(ns|us|µs|ms|s|sec|secs|seconds|min|minutes)\\b", "<duration>"),
            rule("/tmp/[\\w.-]+", "/tmp/<name>"),
            rule("\\bpid[ =:]\\d+\\b", "pid <pid>"));

    private Normalised() {}

    private static Map.Entry<Pattern, String> rule(String pattern, String instead) {
        return Map.entry(Pattern.compile(pattern), instead);
    }

    static String line(String line) {
        String normal = line;
        for (Map.Entry<Pattern, String> rule : RULES) {
            normal = rule.getKey().matcher(normal).replaceAll(rule.getValue());
        }
        return normal;
    }
}
