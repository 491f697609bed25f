package dev.holdfast.benchmarks.report;

import dev.holdfast.benchmarks.measure.Measured;
import dev.holdfast.benchmarks.measure.Results;
import dev.holdfast.benchmarks.measure.Results.GroupResult;
import dev.holdfast.benchmarks.measure.Series;
import java.util.List;
import java.util.Locale;

/** Bars for medians, a thin line up to the 95th percentile; each group has a scale of its own, which starts at zero. */
public final class SvgPlot {
    private static final int WIDTH = 1000;
    private static final int LABELS = 430;
    private static final int BARS = 430;
    private static final int LINE = 22;
    private static final int HEAD = 44;
    private static final String OURS = "#2a7f62";
    private static final String RIVALS = "#8a8f98";

    private final StringBuilder svg = new StringBuilder();
    private int y = 40;

    private SvgPlot() {}

    public static String of(Results results) {
        return new SvgPlot().draw(results);
    }

    private String draw(Results results) {
        results.groups().forEach(this::group);
        text(
                10,
                20,
                12,
                "#444",
                String.join(" · ", TextReport.facts(results.surroundings())).substring(0, 60));
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\">%n"
                                + "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
                        WIDTH,
                        y + 20)
                + svg + "</svg>\n";
    }

    private void group(GroupResult group) {
        List<Measured> rows =
                group.rows().stream().filter(row -> row.series() != null).toList();
        y += HEAD;
        text(10, y - 12, 15, "#111", group.title());
        double largest = rows.stream()
                .flatMap(row -> row.values().stream())
                .mapToDouble(Series::p95)
                .max()
                .orElse(1);
        for (Measured row : rows) {
            row.values().ifPresent(series -> bar(row, series, Math.max(largest, 1e-9)));
            y += LINE;
        }
    }

    private void bar(Measured row, Series series, double largest) {
        boolean ours = row.title().contains("Holdfast");
        double median = Math.max(1, series.median() / largest * BARS);
        double p95 = series.p95() / largest * BARS;
        text(10, y + 14, 12, ours ? "#111" : "#444", row.title());
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"14\" fill=\"%s\"/>%n",
                LABELS,
                y + 3,
                median,
                ours ? OURS : RIVALS));
        svg.append(String.format(
                Locale.ROOT,
                "<line x1=\"%d\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#333\"/>%n",
                LABELS,
                y + 10,
                LABELS + p95,
                y + 10));
        text(
                (int) (LABELS + Math.max(median, p95) + 6),
                y + 14,
                12,
                "#111",
                row.unit().text(series.median()));
    }

    private void text(int x, int baseline, int size, String colour, String words) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=\"%s\">%s</text>%n",
                x,
                baseline,
                size,
                colour,
                words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
    }
}
