package dev.holdfast.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoalTest {
    @ParameterizedTest
    @CsvSource({"3, 60, true", "3.1, 60, false"})
    void aFractionIsTheRowDividedByItsRival(double own, double rival, boolean met) {
        Goal goal = Goal.fractionAtMost("own", "rival", 0.05, "says");

        assertThat(goal.judge(rows(Unit.MILLISECONDS, own, rival)).met()).isEqualTo(met);
    }

    @ParameterizedTest
    @CsvSource({"10, 100, true", "11, 100, false"})
    void ofTimeLessIsTimesBetter(double own, double rival, boolean met) {
        Goal goal = Goal.timesAtLeast("own", "rival", 10, "says");

        assertThat(goal.judge(rows(Unit.MILLISECONDS, own, rival)).met()).isEqualTo(met);
    }

    @ParameterizedTest
    @CsvSource({"24, 4, true", "23, 4, false"})
    void ofARateMoreIsTimesBetter(double own, double rival, boolean met) {
        Goal goal = Goal.timesAtLeast("own", "rival", 6, "says");

        assertThat(goal.judge(rows(Unit.TASKS_PER_SECOND, own, rival)).met()).isEqualTo(met);
    }

    /** A round in which the machine was slow is slow for both. */
    @Test
    void timesAreTakenWithinEachRound() {
        List<Measured> rows = List.of(
                new Measured("own", "Own", Unit.TASKS_PER_SECOND, "rival", Series.of(List.of(40.0, 20.0, 60.0)), null),
                new Measured("rival", "Rival", Unit.TASKS_PER_SECOND, null, Series.of(List.of(4.0, 2.5, 10.0)), null));

        assertThat(Goal.timesAtLeast("own", "rival", 8, "says").judge(rows).measured())
                .as("10, 8 and 6 times; the medians alone would say 10")
                .isEqualTo("8.0 times");
    }

    @ParameterizedTest
    @CsvSource({"5, 2, true", "5.1, 2, false"})
    void aDifferenceIsHowMuchMoreTheRowTakes(double own, double rival, boolean met) {
        Goal goal = Goal.aboveAtMost("own", "rival", 3, "says");

        assertThat(goal.judge(rows(Unit.MILLISECONDS, own, rival)).met()).isEqualTo(met);
    }

    @Test
    void aLimitNeedsNoRival() {
        Goal goal = Goal.atMost("own", 8, "says");

        assertThat(goal.judge(rows(Unit.MEGABYTES, 8, 0)).met()).isTrue();
        assertThat(goal.judge(rows(Unit.MEGABYTES, 8.1, 0)).met()).isFalse();
    }

    @Test
    void aRowThatIsMissingIsNotJudged() {
        Goal goal = Goal.timesAtLeast("own", "rival", 10, "says");
        Measured own = new Measured("own", "Own", Unit.MILLISECONDS, null, Series.of(List.of(1.0)), null);
        Measured failed = new Measured("rival", "Rival", Unit.MILLISECONDS, null, null, "it broke");

        assertThat(goal.judge(List.of(own)).verdict()).isEqualTo("not measured");
        assertThat(goal.judge(List.of(own, failed)).verdict()).isEqualTo("not measured");
    }

    private static List<Measured> rows(Unit unit, double own, double rival) {
        return List.of(
                new Measured("own", "Own", unit, "rival", Series.of(List.of(own)), null),
                new Measured("rival", "Rival", unit, null, Series.of(List.of(rival)), null));
    }
}
