package dev.holdfast.api.access;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How often each caller may ask: so many at once, then so many a second. */
public final class RateLimits {
    private final double perSecond;
    private final double burst;
    private final Clock clock;
    private final LongAdder refused = new LongAdder();
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();

    public RateLimits(int perSecond, int burst, Clock clock) {
        if (perSecond < 1 || burst < 1) {
            throw new IllegalArgumentException("holdfast.api.requests-per-second and .burst are at least 1");
        }
        this.perSecond = perSecond;
        this.burst = burst;
        this.clock = clock;
    }

    /** Zero when the request may pass, else how long to wait. */
    public Duration take(String caller) {
        Duration wait = buckets.computeIfAbsent(caller, name -> new Bucket(burst, clock.millis()))
                .take(clock.millis());
        if (!wait.isZero()) {
            refused.increment();
        }
        return wait;
    }

    /** How many did not pass. */
    public long refused() {
        return refused.sum();
    }

    private final class Bucket {
        private double left;
        private long at;

        Bucket(double left, long at) {
            this.left = left;
            this.at = at;
        }

        synchronized Duration take(long now) {
            left = Math.min(burst, left + Math.max(0, now - at) * perSecond / 1000);
            at = now;
            if (left >= 1) {
                left--;
                return Duration.ZERO;
            }
            return Duration.ofMillis((long) Math.ceil((1 - left) * 1000 / perSecond));
        }
    }
}
