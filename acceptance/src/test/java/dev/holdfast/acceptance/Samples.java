package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Small real projects, each with two tests that pass, one that fails and one that is skipped. */
final class Samples {
    private static final Path ROOT = Path.of(
            Objects.requireNonNull(System.getProperty("holdfast.root")), "acceptance", "src", "test", "projects");

    /** The exit code of a command is its own. */
    private static final int CARGO_TESTS_FAILED = 101;

    private Samples() {}

    static String directory(String name) {
        return ROOT.resolve(name).toString();
    }

    /** A copy that a test may change, without what an earlier run left there. */
    static Path copy(String name, Path target) {
        Path from = ROOT.resolve(name);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path to = target.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(file, to);
                }
            }
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The sample for Node.js as one that names another package manager and so has no lockfile of npm. */
    static void copyNode(String manager, Path directory) throws IOException {
        copy("node", directory);
        Files.delete(directory.resolve("package-lock.json"));
        replace(
                directory.resolve("package.json"),
                "\"scripts\"",
                "\"packageManager\": \"" + manager + "\", \"scripts\"");
    }

    static void replace(Path file, String old, String replacement) {
        try {
            String text = Files.readString(file);
            assertThat(text).contains(old);
            Files.writeString(file, text.replace(old, replacement));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Right counts, and the failing test by name and place. */
    static void assertTold(Shell.Ended test, String failing, String place) {
        assertThat(test.exitCode()).as(test.stdout() + test.stderr()).isIn(1, CARGO_TESTS_FAILED);
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

    static TaskId task(Shell.Ended test) {
        return new TaskId(ContractJson.STRICT
                .readTree(test.stdout())
                .path("projects")
                .path(0)
                .path("task")
                .stringValue());
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
