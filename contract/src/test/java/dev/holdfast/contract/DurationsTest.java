package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({"500ms,PT0.5S", "30s,PT30S", "5m,PT5M", "2h,PT2H", "1d,PT24H", "PT1M30S,PT1M30S", "0s,PT0S"})
    void theShortFormAndIsoAreRead(String written, Duration expected) {
        assertThat(Durations.parse("timeout", written)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "5 m", "-5m", "1w", "forever", "99999999999s"})
    void anythingElseIsRefusedNamingTheField(String written) {
        assertThatThrownBy(() -> Durations.parse("timeout", written))
                .isInstanceOf(InvalidFieldException.class)
                .hasMessageStartingWith("timeout: ")
                .hasMessageContaining("30s");
    }
}
