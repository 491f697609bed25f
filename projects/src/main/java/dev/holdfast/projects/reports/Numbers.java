package dev.holdfast.projects.reports;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers as reports write them; what is not a number counts as not said. */
final class Numbers {
    private static final Pattern CLOCK = Pattern.compile("(\\d{1,6}):(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{1,9}))?");

    private Numbers() {}

    static long millisecondsOfSeconds(@Nullable String seconds) {
        if (seconds == null) {
            return 0;
        }
        try {
            double value = Double.parseDouble(seconds.replace(",", ""));
            return Double.isFinite(value) ? Math.round(value * 1000) : 0;
        } catch (NumberFormatException notANumber) {
            return 0;
        }
    }

    /** {@code hours:minutes:seconds.fraction} */
    static long millisecondsOfClock(@Nullable String clock) {
        Matcher parts = CLOCK.matcher(clock == null ? "" : clock);
        if (!parts.matches()) {
            return 0;
        }
        String fraction = parts.group(4) == null ? "0" : parts.group(4);
        long seconds = Long.parseLong(parts.group(1)) * 3600
                + Long.parseLong(parts.group(2)) * 60
                + Long.parseLong(parts.group(3));
        return seconds * 1000 + Math.round(Double.parseDouble("0." + fraction) * 1000);
    }

    static @Nullable Integer positive(@Nullable String digits) {
        if (digits == null) {
            return null;
        }
        try {
            int value = Integer.parseInt(digits.strip());
            return value > 0 ? value : null;
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }
}
