package dev.holdfast.devstack;

import java.time.Duration;

/** How long to wait before the next start: longer each time, and short again after a part has lived for a while. */
final class Backoff {
    private static final Duration FIRST = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Duration HEALTHY_AFTER = Duration.ofSeconds(10);

    private Duration next = FIRST;

    Duration next(Duration lived) {
        if (lived.compareTo(HEALTHY_AFTER) >= 0) {
            next = FIRST;
        }
        Duration wait = next;
        Duration doubled = next.multipliedBy(2);
        next = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
        return wait;
    }
}
