package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The size of a terminal.
 *
 * @param rows lines; 24 when left out
 * @param columns characters of a line; 80 when left out
 * @param silence of a step's terminal: the step is ended when nothing came for this long, neither keys nor a size, because
 *     whoever sat there is gone; never when left out
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TerminalSize(int rows, int columns, @Nullable Duration silence) {
    public static final TerminalSize STANDARD = new TerminalSize(24, 80);

    private static final int MOST = 10_000;
    private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(10);

    public TerminalSize {
        rows = rows == 0 ? 24 : rows;
        columns = columns == 0 ? 80 : columns;
        if (rows < 1 || rows > MOST || columns < 1 || columns > MOST) {
            throw new InvalidFieldException(
                    "terminal", rows + " rows and " + columns + " columns are not between 1 and " + MOST);
        }
        if (silence != null && silence.compareTo(SHORTEST_SILENCE) < 0) {
            throw new InvalidFieldException("terminal.silence", silence + " is less than " + SHORTEST_SILENCE);
        }
    }

    public TerminalSize(int rows, int columns) {
        this(rows, columns, null);
    }

    public TerminalSize withSilence(Duration longest) {
        return new TerminalSize(rows, columns, longest);
    }
}
