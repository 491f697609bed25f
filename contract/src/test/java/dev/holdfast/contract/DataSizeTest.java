package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataSizeTest {
    @ParameterizedTest
    @CsvSource({
        "512m, 536870912",
        "256mb, 268435456",
        "1g, 1073741824",
        "2gb, 2147483648",
        "1t, 1099511627776",
        "2tb, 2199023255552",
        "512Mi, 536870912"
    })
    void listedUnitsAreRead(String written, long bytes) {
        assertThat(DataSize.parse("memory", written).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "512", "-1g", "1.5g", "0m", "1 g", "g", "1k", "1G", "99999999999t", "1gib"})
    void anythingElseIsAnErrorThatNamesTheField(String written) {
        assertThatThrownBy(() -> DataSize.parse("limits.memory", written))
                .isInstanceOf(InvalidFieldException.class)
                .hasMessageStartingWith("limits.memory: '" + written + "'");
    }

    @ParameterizedTest
    @CsvSource({"512m, 512m", "1024m, 1g", "1024g, 1t", "1536m, 1536m"})
    void theWrittenFormIsReadBack(String written, String canonical) {
        DataSize size = DataSize.parse("size", written);
        assertThat(size).hasToString(canonical);
        assertThat(DataSize.parse("size", size.toString())).isEqualTo(size);
    }
}
