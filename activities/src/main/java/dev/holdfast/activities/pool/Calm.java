package dev.holdfast.activities.pool;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Lets those pass first whom somebody waits for. Making or removing a sandbox costs the host more than all that a short
 * task does in it, so a removal waits for a moment in which no task is under way; not long, and not behind many others.
 */
public final class Calm {
    /** So long the one whose task has just ended is still being told so. */
    private static final Duration MOMENT = Duration.ofMillis(60);

    private static final Duration LONGEST = Duration.ofMillis(1200);
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final int MOST_WAITING = 32;
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile long lastEnded = System.nanoTime() - MOMENT.toNanos();

    /** A task does what is done at once. */
    public <T> T during(Supplier<T> work) {
        underWay.incrementAndGet();
        try {
            return work.get();
        } finally {
            lastEnded = System.nanoTime();
            underWay.decrementAndGet();
        }
    }

    /** Whether more tasks are under way than can go on at the same time. */
    public boolean crowded() {
        return underWay.get() > PROCESSORS;
    }

    /**
     * Returns when nobody is in a hurry, or it took too long.
     *
     * @param ready whether tasks find sandboxes that are ready: only these are faster for a removal that comes later
     */
    void await(BooleanSupplier ready) {
        long now = System.nanoTime();
        long end = now + LONGEST.toNanos();
        long moment = now + MOMENT.toNanos();
        if (waiting.incrementAndGet() <= MOST_WAITING) {
            while (!isCalm()
                    && System.nanoTime() < end
                    && (System.nanoTime() < moment || ready.getAsBoolean())
                    && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(LOOK.toNanos());
            }
        }
        waiting.decrementAndGet();
    }

    private boolean isCalm() {
        return underWay.get() == 0 && System.nanoTime() - lastEnded > MOMENT.toNanos();
    }
}
