package dev.holdfast.benchmarks.report;

import dev.holdfast.benchmarks.measure.Goal;
import dev.holdfast.benchmarks.measure.Results;
import dev.holdfast.benchmarks.measure.Results.GroupResult;
import dev.holdfast.benchmarks.measure.Surroundings;
import java.util.ArrayList;
import java.util.List;

/** For a terminal. */
public final class TextReport {
    private TextReport() {}

    public static String of(Results results) {
        StringBuilder text = new StringBuilder();
        Surroundings where = results.surroundings();
        text.append(String.join(" · ", facts(where))).append('\n');
        List<Goal.Judged> goals = new ArrayList<>();
        for (GroupResult group : results.groups()) {
            text.append('\n').append(group.title()).append('\n');
            table(text, Tables.ROW_HEAD, Tables.rows(group));
            if (!group.goals().isEmpty()) {
                text.append('\n');
                table(text, Tables.GOAL_HEAD, Tables.goals(group));
            }
            group.notes().forEach(note -> text.append("  ").append(note).append('\n'));
            goals.addAll(group.goals());
        }
        text.append('\n')
                .append(Tables.met(goals))
                .append(" of ")
                .append(goals.size())
                .append(" goals met\n");
        return text.toString();
    }

    static List<String> facts(Surroundings where) {
        return List.of(
                where.at().toString(),
                where.cores() + " cores " + where.processor(),
                where.memoryMegabytes() + " MB",
                where.kernel(),
                "Java " + where.java(),
                where.engine(),
                where.image(),
                "load before " + where.loadBefore() + ", after " + where.loadAfter());
    }

    private static void table(StringBuilder text, List<String> head, List<List<String>> rows) {
        List<List<String>> all = new ArrayList<>(List.of(head));
        all.addAll(rows);
        int[] widths = new int[head.size()];
        all.forEach(row -> {
            for (int column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        });
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder("  ");
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                String room = " ".repeat(widths[column] - cell.length());
                line.append(column == 0 ? cell + room : "  " + room + cell);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }
}
