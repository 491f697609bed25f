package dev.holdfast.api.tasks;

import dev.holdfast.contract.InvalidFieldException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much of a task's events a follower has had.
 *
 * @param log cursor of the log
 * @param transitions how many changes of state
 */
public record Position(long log, int transitions) {
    public static final Position BEGINNING = new Position(0, 0);

    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,18})-([0-9]{1,9})");

    /** Reads what {@link #toString} wrote and a follower brought back. */
    public static Position parse(String written) {
        Matcher matcher = WRITTEN.matcher(written);
        if (!matcher.matches()) {
            throw new InvalidFieldException("Last-Event-ID", "is not an id of this stream; leave it out to start over");
        }
        return new Position(Long.parseLong(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    Position withLog(long cursor) {
        return new Position(cursor, transitions);
    }

    Position withTransitions(int count) {
        return new Position(log, count);
    }

    @Override
    public String toString() {
        return log + "-" + transitions;
    }
}
