package dev.holdfast.benchmarks.report;

import dev.holdfast.benchmarks.measure.Results;
import dev.holdfast.benchmarks.measure.Results.GroupResult;
import java.util.List;
import java.util.stream.Collectors;

/** For documentation and pull requests. */
public final class MarkdownReport {
    private MarkdownReport() {}

    public static String of(Results results) {
        StringBuilder text = new StringBuilder("# Benchmark\n\n");
        TextReport.facts(results.surroundings())
                .forEach(fact -> text.append("- ").append(fact).append('\n'));
        text.append("\n![plot](").append(ResultFiles.PLOT).append(")\n");
        for (GroupResult group : results.groups()) {
            text.append("\n## ").append(group.title()).append("\n\n");
            table(text, Tables.ROW_HEAD, Tables.rows(group));
            if (!group.goals().isEmpty()) {
                text.append('\n');
                table(text, Tables.GOAL_HEAD, Tables.goals(group));
            }
            group.notes().forEach(note -> text.append('\n').append(note).append('\n'));
        }
        return text.toString();
    }

    private static void table(StringBuilder text, List<String> head, List<List<String>> rows) {
        line(text, head);
        line(text, head.stream().map(name -> "---").toList());
        rows.forEach(row -> line(text, row));
    }

    private static void line(StringBuilder text, List<String> cells) {
        text.append(cells.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |")))
                .append('\n');
    }
}
