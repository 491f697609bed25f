package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.ContractJson;
import java.nio.file.Path;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** Small real projects, each with two tests that pass, one that fails and one that is skipped. */
final class Samples {
    private static final Path ROOT = Path.of(
            Objects.requireNonNull(System.getProperty("holdfast.root")), "acceptance", "src", "test", "projects");

    private Samples() {}

    static String directory(String name) {
        return ROOT.resolve(name).toString();
    }

    /** Right counts, and the failing test by name and place. */
    static void assertTold(Shell.Ended test, String failing, String place) {
        assertThat(test.exitCode()).as(test.stderr()).isEqualTo(1);
        JsonNode answer = ContractJson.STRICT.readTree(test.stdout());
        assertThat(answer.path("passed").booleanValue()).isFalse();
        JsonNode project = answer.path("projects").path(0);
        JsonNode counts = project.path("summary");
        assertThat(counts.path("tests").intValue()).as(test.stdout()).isEqualTo(4);
        assertThat(counts.path("passed").intValue()).isEqualTo(2);
        assertThat(counts.path("failed").intValue()).isEqualTo(1);
        assertThat(counts.path("skipped").intValue()).isEqualTo(1);
        JsonNode failure = project.path("failures").path(0);
        assertThat(failure.path("name").stringValue()).isEqualTo(failing);
        assertThat(failure.path("filePath").stringValue() + ":"
                        + failure.path("line").intValue())
                .isEqualTo(place);
    }

    static long milliseconds(Shell.Ended test) {
        return ContractJson.STRICT
                .readTree(test.stdout())
                .path("projects")
                .path(0)
                .path("durationMs")
                .longValue();
    }
}
