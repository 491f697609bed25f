package dev.holdfast.activities.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemporalConfigTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:7233, true",
        "localhost:7233, true",
        "[::1]:7233, true",
        "temporal.internal:7233, false",
        "127.example.com:7233, false",
        "localhost.example.com:7233, false",
        "12.7.0.1:7233, false"
    })
    void aServerOnLoopbackIsOnThisMachine(String target, boolean here) {
        assertThat(new TemporalConfig(target, "default").onThisMachine()).isEqualTo(here);
    }
}
