package dev.holdfast.contract;

/**
 * The size of a terminal.
 *
 * @param rows lines; 24 when left out
 * @param columns characters of a line; 80 when left out
 */
public record TerminalSize(int rows, int columns) {
    public static final TerminalSize STANDARD = new TerminalSize(24, 80);

    private static final int MOST = 10_000;

    public TerminalSize {
        rows = rows == 0 ? 24 : rows;
        columns = columns == 0 ? 80 : columns;
        if (rows < 1 || rows > MOST || columns < 1 || columns > MOST) {
            throw new InvalidFieldException(
                    "terminal", rows + " rows and " + columns + " columns are not between 1 and " + MOST);
        }
    }
}
