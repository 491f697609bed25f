package dev.holdfast.contract;

import java.time.Duration;

/**
 * A task that stays open: it takes steps and files until somebody closes it. A step that fails does not end it.
 *
 * @param idle after this long without a step it closes itself; 10 minutes when left out
 * @param lifetime after this long it is ended, whatever it does; 1 hour when left out
 */
public record OpenSpec(Duration idle, Duration lifetime) {
    private static final Duration LONGEST = Duration.ofDays(7);

    public static final OpenSpec STANDARD = new OpenSpec(Duration.ofMinutes(10), Duration.ofHours(1));

    public OpenSpec {
        idle = checked("open.idle", idle == null ? Duration.ofMinutes(10) : idle);
        lifetime = checked("open.lifetime", lifetime == null ? Duration.ofHours(1) : lifetime);
    }

    private static Duration checked(String field, Duration time) {
        Require.positive(field, time);
        if (time.compareTo(LONGEST) > 0) {
            throw new InvalidFieldException(field, time + " is longer than " + LONGEST);
        }
        return time;
    }
}
