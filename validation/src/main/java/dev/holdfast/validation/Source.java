package dev.holdfast.validation;

import dev.holdfast.contract.Severity;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A file's text. */
final class Source {
    private final String name;
    private final byte[] bytes;
    private final String text;
    private final List<String> lines;

    Source(String name, byte[] bytes) {
        this.name = name;
        this.text = new String(bytes, StandardCharsets.UTF_8);
        // As the tree counts: the bytes of the text that was understood, whatever the file had.
        this.bytes = text.getBytes(StandardCharsets.UTF_8);
        this.lines = List.of(text.split("\n", -1));
    }

    String name() {
        return name;
    }

    boolean isBinary() {
        return text.indexOf('\0') >= 0;
    }

    byte[] bytes() {
        return bytes;
    }

    String text() {
        return text;
    }

    List<String> lines() {
        return lines;
    }

    /** @param row counted from 0 */
    Finding finding(String rule, Severity severity, int row, int column, String message, String remedy) {
        String line = row < lines.size() ? lines.get(row).strip() : "";
        String snippet = line.length() > 160 ? line.substring(0, 160) + "…" : line;
        return new Finding(rule, severity, name, row + 1, column + 1, snippet, message, remedy);
    }

    /** The column in characters of a column in bytes. */
    int column(int row, int byteColumn) {
        if (row >= lines.size()) {
            return 0;
        }
        byte[] line = lines.get(row).getBytes(StandardCharsets.UTF_8);
        int end = Math.min(byteColumn, line.length);
        return new String(line, 0, end, StandardCharsets.UTF_8).length();
    }
}
