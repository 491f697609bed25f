package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.ContractJson;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A few of the faults by the command that tries them all, with the seed that makes them the same each time. */
class ChaosTest {
    /** It takes two minutes; a machine that is busy with other things takes its time. */
    private static final Duration PATIENCE = Duration.ofMinutes(12);

    private static final Path ROOT = Path.of(Objects.requireNonNull(System.getProperty("holdfast.root")));

    @Test
    void fiveFaultsLeaveNoOrphanRunNothingTwiceLoseNoRowAndTellTheTruth() {
        Shell.Ended chaos = Shell.start(
                        List.of(
                                ROOT.resolve("holdfast").toString(),
                                "chaos",
                                "--rounds",
                                "5",
                                "--seed",
                                "3",
                                "--only",
                                "2,4,5,7,14",
                                "--outage",
                                "5s",
                                "-o",
                                "json"),
                        Map.of("HOLDFAST_NO_BUILD", "1"))
                .await(PATIENCE);

        assertThat(chaos.exitCode()).as(chaos.stderr()).isZero();
        JsonNode report = ContractJson.LENIENT.readTree(chaos.stdout());
        assertThat(report.path("rounds").size()).isEqualTo(5);
        assertThat(report.path("holds").asBoolean()).isTrue();
        for (JsonNode round : report.path("rounds")) {
            assertThat(round.path("tasks").asInt())
                    .as(round.path("title").asString())
                    .isPositive();
        }
    }
}
