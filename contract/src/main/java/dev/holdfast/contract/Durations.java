package dev.holdfast.contract;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h}, {@code 1d}, or ISO 8601. */
public final class Durations {
    private static final Pattern SHORT = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");

    private Durations() {}

    /** Reads what a user wrote; {@code field} is named in the error. A number without a unit is refused. */
    public static Duration parse(String field, String written) {
        Matcher matcher = SHORT.matcher(written);
        if (matcher.matches()) {
            long amount = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                default -> Duration.ofDays(amount);
            };
        }
        try {
            return Duration.parse(written);
        } catch (DateTimeException neither) {
            throw new InvalidFieldException(
                    field,
                    "'" + Require.shortened(written) + "' is not a duration; write it like 30s, 5m, 2h or PT30S");
        }
    }
}
