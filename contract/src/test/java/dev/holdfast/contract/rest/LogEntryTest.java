package dev.holdfast.contract.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.rest.LogEntry.Stream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class LogEntryTest {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    @ParameterizedTest
    @ValueSource(strings = {"", "hi\n", "\u0000\u001b[2K\r", "grüße 🙂"})
    void bytesThatAreTextSurviveAsText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

        LogEntry read = roundTrip(LogEntry.of("step-1", Stream.STDOUT, 7, Instant.EPOCH, bytes));

        assertThat(read.text()).isEqualTo(text);
        assertThat(read.bytes()).isEqualTo(bytes);
    }

    @Test
    void halfOfACharacterSurvivesAsBase64() {
        byte[] half = {'a', (byte) 0xc3};

        LogEntry read = roundTrip(LogEntry.of("step-1", Stream.STDERR, 0, Instant.EPOCH, half));

        assertThat(read.text()).isNull();
        assertThat(read.bytes()).isEqualTo(half);
    }

    @Test
    void aGapHasNoBytesButSaysHowManyAreMissing() {
        LogEntry read = roundTrip(LogEntry.gap("step-1", 10, Instant.EPOCH, 4096));

        assertThat(read.bytes()).isEmpty();
        assertThat(read.droppedBytes()).isEqualTo(4096);
    }

    private static LogEntry roundTrip(LogEntry entry) {
        return MAPPER.readValue(MAPPER.writeValueAsString(entry), LogEntry.class);
    }
}
