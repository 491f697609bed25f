package dev.holdfast.benchmarks.measure;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What came of a row.
 *
 * @param rival the row that it is set against
 * @param series absent when it could not be measured
 * @param problem why not
 */
public record Measured(
        String id,
        String title,
        Unit unit,
        @Nullable String rival,
        @Nullable Series series,
        @Nullable String problem) {

    static Measured of(Contender contender, Series series) {
        return new Measured(contender.id(), contender.title(), contender.unit(), contender.rival(), series, null);
    }

    static Measured failed(Contender contender, Exception problem) {
        String message = problem.getMessage();
        return new Measured(
                contender.id(),
                contender.title(),
                contender.unit(),
                contender.rival(),
                null,
                message == null
                        ? problem.toString()
                        : message.lines().findFirst().orElse(message));
    }

    public Optional<Series> values() {
        return Optional.ofNullable(series);
    }
}
