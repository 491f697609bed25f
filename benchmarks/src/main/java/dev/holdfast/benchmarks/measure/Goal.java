package dev.holdfast.benchmarks.measure;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What was promised of a row's median.
 *
 * @param says the promise in words
 * @param against the row that it is set against; none for a promise about the value itself
 */
public record Goal(String row, @Nullable String against, Kind kind, double limit, String says) {
    /** How the two medians are set against each other. */
    public enum Kind {
        /** The row's value divided by the other's. */
        FRACTION_AT_MOST,
        /** How many times better the row is, at the median of all rounds. */
        TIMES_AT_LEAST,
        /** The row's value less the other's. */
        ABOVE_AT_MOST,
        /** The row's value. */
        AT_MOST
    }

    public static Goal fractionAtMost(String row, String against, double limit, String says) {
        return new Goal(row, against, Kind.FRACTION_AT_MOST, limit, says);
    }

    public static Goal timesAtLeast(String row, String against, double limit, String says) {
        return new Goal(row, against, Kind.TIMES_AT_LEAST, limit, says);
    }

    public static Goal aboveAtMost(String row, String against, double limit, String says) {
        return new Goal(row, against, Kind.ABOVE_AT_MOST, limit, says);
    }

    public static Goal atMost(String row, double limit, String says) {
        return new Goal(row, null, Kind.AT_MOST, limit, says);
    }

    /**
     * The goal beside what was measured.
     *
     * @param measured in words; absent when a row is missing
     * @param met absent when it was not measured
     */
    public record Judged(
            Goal goal, @Nullable String measured, @Nullable Boolean met) {
        public String verdict() {
            return met == null ? "not measured" : met ? "met" : "NOT MET";
        }
    }

    public Judged judge(List<Measured> rows) {
        Optional<Measured> own = find(rows, row);
        OptionalDouble value = median(rows, row);
        OptionalDouble other = against == null ? OptionalDouble.of(1) : median(rows, against);
        if (own.isEmpty() || value.isEmpty() || other.isEmpty()) {
            return new Judged(this, null, null);
        }
        Unit unit = own.get().unit();
        double measured = switch (kind) {
            case FRACTION_AT_MOST -> value.getAsDouble() / other.getAsDouble();
            case TIMES_AT_LEAST -> timesBetter(rows, unit);
            case ABOVE_AT_MOST -> value.getAsDouble() - other.getAsDouble();
            case AT_MOST -> value.getAsDouble();
        };
        String text = switch (kind) {
            case FRACTION_AT_MOST -> String.format(Locale.ROOT, "%.3f of it", measured);
            case TIMES_AT_LEAST -> String.format(Locale.ROOT, "%.1f times", measured);
            case ABOVE_AT_MOST -> unit.text(measured) + " above it";
            case AT_MOST -> unit.text(measured);
        };
        return new Judged(this, text, kind == Kind.TIMES_AT_LEAST ? measured >= limit : measured <= limit);
    }

    /** Within each round, because what else the machine does changes from one to the next; then the median. */
    private double timesBetter(List<Measured> rows, Unit unit) {
        List<Double> own = values(rows, row);
        List<Double> other = values(rows, Objects.requireNonNull(against));
        if (own.size() != other.size()) {
            // Not of the same rounds.
            return unit.timesBetter(Series.of(own).median(), Series.of(other).median());
        }
        return Series.of(IntStream.range(0, own.size())
                        .mapToObj(round -> unit.timesBetter(own.get(round), other.get(round)))
                        .toList())
                .median();
    }

    private static List<Double> values(List<Measured> rows, String id) {
        return find(rows, id).flatMap(Measured::values).map(Series::values).orElse(List.of());
    }

    private static OptionalDouble median(List<Measured> rows, String id) {
        return find(rows, id)
                .flatMap(Measured::values)
                .map(series -> OptionalDouble.of(series.median()))
                .orElse(OptionalDouble.empty());
    }

    private static Optional<Measured> find(List<Measured> rows, String id) {
        return rows.stream().filter(row -> row.id().equals(id)).findFirst();
    }
}
