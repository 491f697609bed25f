package dev.holdfast.cli.output;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Rows below headings; columns are as wide as what is in them, and the last has no end. */
public final class Table {
    private static final String GAP = "   ";

    private final List<List<String>> rows = new ArrayList<>();
    private final int[] widths;

    public Table(String... headings) {
        widths = new int[headings.length];
        add(headings);
    }

    public void add(String... cells) {
        for (int i = 0; i < widths.length - 1; i++) {
            widths[i] = Math.max(widths[i], cells[i].length());
        }
        rows.add(List.of(cells));
    }

    public void print(PrintStream out) {
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String cell = row.get(i);
                line.append(cell)
                        .append(" ".repeat(Math.max(0, widths[i] - cell.length())))
                        .append(GAP);
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
