package dev.holdfast.benchmarks.measure;

import org.jspecify.annotations.Nullable;

/**
 * One row.
 *
 * @param id stays the same from version to version, so that results can be compared
 * @param title says what was done, for a reader who does not know the code
 * @param rival the row that it is set against; none where there is nothing to compare with
 */
public record Contender(
        String id, String title, Unit unit, @Nullable String rival, Trial trial) {
    public static Contender timed(String id, String title, Trial.Work work) {
        return milliseconds(id, title, Trial.timed(work));
    }

    public static Contender milliseconds(String id, String title, Trial trial) {
        return of(id, title, Unit.MILLISECONDS, trial);
    }

    public static Contender of(String id, String title, Unit unit, Trial trial) {
        return new Contender(id, title, unit, null, trial);
    }

    public Contender against(String other) {
        return new Contender(id, title, unit, other, trial);
    }
}
