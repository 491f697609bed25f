package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.ContractJson;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** That the benchmark works; what it measures depends on the machine and is no test. */
class BenchTest {
    private static final String HOLDFAST = Path.of(
                    Objects.requireNonNull(System.getProperty("holdfast.root")), "holdfast")
            .toString();

    @Test
    void oneRoundMeasuresEveryRowAndWritesTheResults(@TempDir Path directory) {
        Shell.Ended bench = bench(
                "--rounds", "1", "--only", "step,memory,files", "-o", "json", "--directory", directory.toString());

        assertThat(bench.exitCode()).as(bench.stderr()).isZero();
        JsonNode results = ContractJson.LENIENT.readTree(bench.stdout());
        assertThat(results.path("groups").size()).isEqualTo(3);
        for (JsonNode group : results.path("groups")) {
            for (JsonNode row : group.path("rows")) {
                assertThat(row.path("series").path("median").doubleValue())
                        .as("%s: %s", row.path("id"), row.path("problem"))
                        .isPositive();
            }
        }
        assertThat(directory.resolve("bench.md")).isNotEmptyFile();
        assertThat(directory.resolve("bench.svg")).isNotEmptyFile();
    }

    @Test
    void anUnknownGroupIsAUsageErrorThatListsThem() {
        Shell.Ended bench = bench("--only", "speed");

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.stderr())
                .contains("--only: 'speed' is not one of", "step")
                .doesNotContain("\tat ");
    }

    private static Shell.Ended bench(String... arguments) {
        List<String> command = new java.util.ArrayList<>(List.of(HOLDFAST, "bench"));
        command.addAll(List.of(arguments));
        return Shell.run(command, Map.of("HOLDFAST_NO_BUILD", "1"));
    }
}
