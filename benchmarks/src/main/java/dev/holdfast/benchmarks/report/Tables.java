package dev.holdfast.benchmarks.report;

import dev.holdfast.benchmarks.measure.Goal;
import dev.holdfast.benchmarks.measure.Measured;
import dev.holdfast.benchmarks.measure.Results.GroupResult;
import dev.holdfast.benchmarks.measure.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** The cells that every written form of the results shows. */
final class Tables {
    static final List<String> ROW_HEAD = List.of("row", "median", "p95", "of", "times better");
    static final List<String> GOAL_HEAD = List.of("goal", "measured", "verdict");

    private Tables() {}

    static List<List<String>> rows(GroupResult group) {
        List<List<String>> cells = new ArrayList<>();
        for (Measured row : group.rows()) {
            Series series = row.series();
            cells.add(
                    series == null
                            ? List.of(row.title(), "not measured: " + row.problem(), "", "", "")
                            : List.of(
                                    row.title(),
                                    row.unit().text(series.median()),
                                    row.unit().text(series.p95()),
                                    Integer.toString(series.values().size()),
                                    ratio(row, group.rows())));
        }
        return cells;
    }

    static List<List<String>> goals(GroupResult group) {
        return group.goals().stream()
                .map(judged -> List.of(
                        judged.goal().says(), Objects.requireNonNullElse(judged.measured(), "–"), judged.verdict()))
                .toList();
    }

    static long met(List<Goal.Judged> goals) {
        return goals.stream()
                .filter(judged -> Boolean.TRUE.equals(judged.met()))
                .count();
    }

    private static String ratio(Measured row, List<Measured> rows) {
        Optional<Series> rival = rows.stream()
                .filter(other -> other.id().equals(row.rival()))
                .findFirst()
                .flatMap(Measured::values);
        return rival.flatMap(other -> row.values().map(own -> row.unit().timesBetter(own.median(), other.median())))
                .map(times -> String.format(Locale.ROOT, times >= 10 ? "%.0f" : "%.2f", times))
                .map(times -> times + " x " + row.rival())
                .orElse("");
    }
}
