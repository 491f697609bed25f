package dev.holdfast.projects.reports;

import org.jspecify.annotations.Nullable;

/** A message for tools that give only a trace. */
final class Messages {
    private Messages() {}

    /** The first line that says more than the test's own name. */
    static @Nullable String firstSentence(String body, String testName, @Nullable String otherwise) {
        return body.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !isName(line, testName))
                .findFirst()
                .orElse(otherwise);
    }

    private static boolean isName(String line, String testName) {
        return !testName.isEmpty() && line.endsWith(testName) && !line.contains(" ");
    }
}
