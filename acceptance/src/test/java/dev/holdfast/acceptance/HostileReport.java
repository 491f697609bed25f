package dev.holdfast.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The list of all cases and how each went, for people. */
final class HostileReport {
    private final List<Row> rows = new ArrayList<>();

    private record Row(HostileCase trial, String result, Duration took) {}

    synchronized void add(HostileCase trial, String result, Duration took) {
        rows.add(new Row(trial, result.replaceAll("\\s+", " ").replace("|", "\\|"), took));
    }

    synchronized void write(Path file, Duration whole) throws IOException {
        StringBuilder text = new StringBuilder("# Hostile commands\n\n");
        long held = rows.stream().filter(row -> row.result.equals("holds")).count();
        text.append(held).append(" of ").append(rows.size()).append(" cases hold; the whole took ");
        text.append(seconds(whole)).append(".\n\n| # | case | expectation | result | took |\n|---|---|---|---|---|\n");
        rows.stream()
                .sorted(java.util.Comparator.comparing(row -> row.trial.number()))
                .forEach(row -> text.append("| ")
                        .append(String.join(
                                " | ",
                                row.trial.number(),
                                row.trial.title(),
                                row.trial.expectation(),
                                row.result,
                                seconds(row.took)))
                        .append(" |\n"));
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
