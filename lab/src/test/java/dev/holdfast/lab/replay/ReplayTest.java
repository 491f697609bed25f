package dev.holdfast.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.ContractJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** On the stored histories, which the workflows' own tests replay too. */
class ReplayTest {
    private static final Path HISTORIES = Path.of(
            Objects.requireNonNull(System.getProperty("holdfast.root")), "workflows/src/test/resources/histories");

    private static final Pattern SCHEDULED =
            Pattern.compile("(\"activityTaskScheduledEventAttributes\".*?\"name\": \")[^\"]+", Pattern.DOTALL);

    @TempDir
    Path directory;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    @Test
    void aHistoryThatTheCodeAgreesWithIsSaidToReplay() throws IOException {
        assertThat(Replay.run(aHistory(), out, out)).isZero();
        assertThat(printed()).contains("code and history agree");
    }

    @Test
    void wherePartingsAreTheEventsAroundThemAreShown() throws IOException {
        Path changed = directory.resolve("changed.json");
        Files.writeString(
                changed, SCHEDULED.matcher(Files.readString(aHistory())).replaceFirst("$1Something else"));

        assertThat(Replay.run(changed, out, out)).isEqualTo(1);
        assertThat(printed()).contains("code and history part:", "> ", "activity_task_scheduled 'Something else'");
    }

    @Test
    void everyRunOfATaskThatWentOnInANewOneIsReplayed() throws IOException {
        String first = Files.readString(HISTORIES.resolve("open-continued-run-1.json"));
        String second = Files.readString(HISTORIES.resolve("open-continued-run-2.json"));

        assertThat(Replay.run(oneBehindTheOther(first, second), out, out)).isZero();
        assertThat(printed()).contains("events of 2 runs, code and history agree");

        String changed = SCHEDULED.matcher(second).replaceFirst("$1Something else");
        assertThat(Replay.run(oneBehindTheOther(first, changed), out, out)).isEqualTo(1);
        assertThat(printed()).contains("code and history part in run 2 of 2:", "'Something else'");
    }

    /** As the API answers. */
    private Path oneBehindTheOther(String... runs) throws IOException {
        ObjectNode all = ContractJson.LENIENT.createObjectNode();
        ArrayNode events = all.putArray("events");
        for (String run : runs) {
            ContractJson.LENIENT.readTree(run).get("events").forEach(events::add);
        }
        return Files.writeString(directory.resolve("runs.json"), all.toString());
    }

    @Test
    void aBundleIsReplayedByTheHistoryInIt() throws IOException {
        Path bundle = bundle("task/workflow.json", Files.readAllBytes(aHistory()));

        assertThat(Replay.run(bundle, out, out)).isZero();
        assertThat(printed()).contains("code and history agree");
    }

    @Test
    void aBundleWithoutAHistoryIsSaidToHaveNone() throws IOException {
        Path bundle = bundle("task/spec.json", new byte[0]);

        assertThat(Replay.run(bundle, out, out)).isEqualTo(125);
        assertThat(printed()).contains("the bundle has no task/workflow.json");
    }

    private Path bundle(String path, byte[] content) throws IOException {
        Path bundle = directory.resolve("task.tar.gz");
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new GZIPOutputStream(Files.newOutputStream(bundle)))) {
            for (String other : List.of("manifest.json", path)) {
                TarArchiveEntry entry = new TarArchiveEntry(other);
                entry.setSize(other.equals(path) ? content.length : 0);
                tar.putArchiveEntry(entry);
                tar.write(other.equals(path) ? content : new byte[0]);
                tar.closeArchiveEntry();
            }
        }
        return bundle;
    }

    @Test
    void whatIsNoHistoryIsSaidSo() throws IOException {
        Path none = Files.writeString(directory.resolve("none.json"), "hello");

        assertThat(Replay.run(none, out, out)).isEqualTo(125);
        assertThat(printed()).contains("none.json", "neither a history");
    }

    private static Path aHistory() throws IOException {
        try (Stream<Path> files = Files.list(HISTORIES)) {
            return files.sorted()
                    .filter(file -> file.toString().endsWith(".json"))
                    .filter(ReplayTest::hasAnActivity)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static boolean hasAnActivity(Path file) {
        try {
            return SCHEDULED.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
