package dev.holdfast.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesTest {
    @Test
    void medianOfAnOddNumberIsTheMiddleOne() {
        assertThat(Series.of(List.of(9.0, 1.0, 5.0)).median()).isEqualTo(5);
    }

    @Test
    void medianOfAnEvenNumberLiesBetweenTheTwoInTheMiddle() {
        assertThat(Series.of(List.of(1.0, 2.0, 10.0, 100.0)).median()).isEqualTo(6);
    }

    @Test
    void p95IsTheValueThatNineteenOfTwentyDoNotExceed() {
        List<Double> values =
                IntStream.rangeClosed(1, 20).mapToObj(value -> (double) value).toList();

        assertThat(Series.of(values).p95()).isEqualTo(19);
        assertThat(Series.of(List.of(3.0)).p95()).isEqualTo(3);
    }

    @Test
    void nothingIsNotASeries() {
        assertThatThrownBy(() -> Series.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
