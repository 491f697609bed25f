package dev.holdfast.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.contract.rest.LogEntry.Stream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogWritersTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final List<String> written = new ArrayList<>();

    private final LogWriter paper = entry -> {
        String text = new String(entry.bytes(), StandardCharsets.UTF_8);
        return written.add(entry.stream() == Stream.GAP ? "gap" : entry.stream().json() + " " + text);
    };

    @Test
    void eachLineHasTheTimeAtWhichItBeganHoweverItWasCut() {
        TimedLines timed = new TimedLines(paper);

        timed.write(entry(Stream.STDOUT, 0, "one\ntw"));
        timed.write(entry(Stream.STDERR, 1, "oops\n"));
        timed.write(entry(Stream.STDOUT, 2, "o\n"));

        assertThat(written)
                .containsExactly(
                        "stdout 2026-01-01T12:00:00.000000000Z one\n2026-01-01T12:00:00.000000000Z tw",
                        "stderr 2026-01-01T12:00:01.000000000Z oops\n",
                        "stdout o\n");
    }

    @Test
    void theLastLinesAreThoseOfBothStreamsInOrder() {
        LastLines last = new LastLines(3);
        last.write(entry(Stream.STDOUT, 0, "one\ntwo\nthr"));
        last.write(entry(Stream.STDERR, 1, "oops\n"));
        last.write(entry(Stream.STDOUT, 2, "ee\nfour"));

        last.handTo(paper);

        assertThat(written).containsExactly("stderr oops\n", "stdout three\n", "stdout four");
    }

    @Test
    void noneAreNone() {
        LastLines last = new LastLines(0);
        last.write(entry(Stream.STDOUT, 0, "one\ntwo"));

        last.handTo(paper);

        assertThat(written).isEmpty();
    }

    @Test
    void whatWasDroppedIsSaidInItsPlace() {
        LastLines last = new LastLines(2);
        last.write(entry(Stream.STDOUT, 0, "one\n"));
        last.write(LogEntry.gap("s", 4, NOON, 100));
        last.write(entry(Stream.STDOUT, 1, "two\n"));

        last.handTo(new TimedLines(paper));

        assertThat(written).containsExactly("gap", "stdout 2026-01-01T12:00:01.000000000Z two\n");
    }

    @Test
    void wordsOfTasksAreInertWithinOurLines() {
        assertThat(InertText.of("a\u001b[31mred\u001b]52;c;x\u0007\nb\rc")).isEqualTo("ared\\nb\\rc");
        assertThat(InertText.of("0123456789", 5)).isEqualTo("0123…");
    }

    private static LogEntry entry(Stream stream, int second, String text) {
        return LogEntry.of("s", stream, 0, NOON.plusSeconds(second), text.getBytes(StandardCharsets.UTF_8));
    }
}
