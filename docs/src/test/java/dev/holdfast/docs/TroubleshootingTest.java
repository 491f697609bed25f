package dev.holdfast.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.artifacts.ArtifactError;
import dev.holdfast.activities.sandbox.SandboxError;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/troubleshooting.md has a line for every word by which Holdfast says what is wrong. */
class TroubleshootingTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_-]+)` \\|");

    @Test
    void everyProblemTypeOfTheApiIsExplained() throws Exception {
        Set<String> types = Arrays.stream(
                        Class.forName("dev.holdfast.api.web.ProblemType").getEnumConstants())
                .map(type -> ((Enum<?>) type).name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.toCollection(TreeSet::new));
        // Written by the filter, before the controllers.
        types.addAll(Set.of("unauthorized", "too-many-requests"));

        assertThat(rows("## Problem types of the API", "## Error codes of tasks"))
                .isEqualTo(types);
    }

    @Test
    void everyErrorCodeOfATaskIsExplained() throws IOException {
        Set<String> codes = Stream.concat(
                        Arrays.stream(SandboxError.values()).map(SandboxError::code),
                        Arrays.stream(ArtifactError.values()).map(ArtifactError::code))
                .collect(Collectors.toCollection(TreeSet::new));
        // Written where they are thrown, in workflow code and activities.
        codes.addAll(Set.of(
                "host_lost",
                "step_lost",
                "internal",
                "invalid_field",
                "secret_missing",
                "secret_unusable",
                "secret_unreadable",
                "task_ended",
                "project_full"));

        assertThat(rows("## Error codes of tasks", "\n## ")).containsAll(codes);
    }

    private static Set<String> rows(String from, String to) throws IOException {
        String page = Files.readString(Page.file("docs/troubleshooting.md"));
        int begin = page.indexOf(from) + from.length();
        int end = page.indexOf(to, begin);
        Set<String> rows = new TreeSet<>();
        Matcher row = ROW.matcher(page.substring(begin, end < 0 ? page.length() : end));
        while (row.find()) {
            rows.add(row.group(1));
        }
        return rows;
    }
}
