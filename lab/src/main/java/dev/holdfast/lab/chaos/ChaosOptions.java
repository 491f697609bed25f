package dev.holdfast.lab.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the command line asks for; it has checked the values.
 *
 * @param only numbers of the faults to draw from; none means all
 * @param outage how long Temporal, PostgreSQL and S3 stay away; S3 not longer than its fault allows
 * @param sandbox what makes the containers of tasks, {@code docker} or {@code oci}
 * @param keep leaves the directory with all logs behind
 */
record ChaosOptions(
        Path root,
        int rounds,
        long seed,
        List<Integer> only,
        Duration outage,
        String sandbox,
        boolean json,
        boolean keep) {

    /** From {@code name=value} arguments. */
    static ChaosOptions parse(String... arguments) {
        Map<String, String> values = Arrays.stream(arguments)
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        String only = values.getOrDefault("only", "");
        return new ChaosOptions(
                Path.of(values.getOrDefault("root", ".")),
                Integer.parseInt(values.getOrDefault("rounds", "25")),
                Long.parseLong(values.getOrDefault("seed", "1")),
                only.isEmpty()
                        ? List.of()
                        : Arrays.stream(only.split(",", -1))
                                .map(Integer::valueOf)
                                .toList(),
                Duration.parse(values.getOrDefault("outage", "PT60S")),
                values.getOrDefault("sandbox", "docker"),
                Boolean.parseBoolean(values.getOrDefault("json", "false")),
                Boolean.parseBoolean(values.getOrDefault("keep", "false")));
    }
}
