package dev.holdfast.benchmarks;

import dev.holdfast.benchmarks.groups.Groups;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was asked for.
 *
 * @param directory where the results go
 * @param json print the results as JSON instead of a table
 */
record Plan(int rounds, List<Groups> groups, Path directory, String image, boolean json) {
    /** From {@code name=value} arguments, as the command line passes them on. */
    static Plan of(String... arguments) {
        Map<String, String> given = new HashMap<>();
        for (String argument : arguments) {
            int at = argument.indexOf('=');
            if (at < 0) {
                throw new IllegalArgumentException("'" + argument + "' is not name=value");
            }
            given.put(argument.substring(0, at), argument.substring(at + 1));
        }
        return new Plan(
                rounds(given.getOrDefault("rounds", "30")),
                groups(given.getOrDefault("only", "")),
                Path.of(given.getOrDefault("directory", "bench")).toAbsolutePath(),
                given.getOrDefault("image", "debian:bookworm-slim"),
                given.getOrDefault("output", "text").equals("json"));
    }

    private static int rounds(String text) {
        try {
            int rounds = Integer.parseInt(text);
            if (rounds >= 1 && rounds <= 10_000) {
                return rounds;
            }
        } catch (NumberFormatException notANumber) {
            // Said below.
        }
        throw new IllegalArgumentException("--rounds: '" + text + "' is not a number between 1 and 10000");
    }

    /** None named means all that are part of the usual run. */
    private static List<Groups> groups(String only) {
        if (only.isBlank()) {
            return Arrays.stream(Groups.values())
                    .filter(group -> !group.heavy())
                    .toList();
        }
        return Arrays.stream(only.split(",", -1))
                .map(String::strip)
                .map(word -> Groups.named(word)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "--only: '" + word + "' is not one of " + String.join(", ", Groups.words()))))
                .distinct()
                .sorted()
                .toList();
    }
}
