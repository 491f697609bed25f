package dev.holdfast.activities.pool;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pool's own thread: fills up one sandbox at a time, renews now and then, and backs off after a failure. */
final class Refill implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Refill.class);
    private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(1);

    private final BooleanSupplier makeOne;
    private final Duration renewal;
    private final Runnable renew;
    private final double share;
    private final Semaphore wakeUp = new Semaphore(0);
    private volatile boolean closed;
    private Thread thread = Thread.ofVirtual().unstarted(() -> {});

    /**
     * @param makeOne true when there may be more to make
     * @param share the part of the time that may be spent on it
     */
    Refill(BooleanSupplier makeOne, Duration renewal, Runnable renew, double share) {
        this.makeOne = makeOne;
        this.renewal = renewal;
        this.renew = renew;
        this.share = share;
    }

    void start(Runnable first) {
        thread = Thread.ofPlatform().daemon().name("warm-pool").start(() -> run(first));
    }

    void wake() {
        wakeUp.release();
    }

    private void run(Runnable first) {
        Duration backoff = Duration.ZERO;
        boolean begun = false;
        Instant renewed = Instant.now();
        while (!closed) {
            try {
                if (!begun) {
                    first.run();
                    begun = true;
                }
                long start = System.nanoTime();
                boolean more = makeOne.getAsBoolean();
                backoff = Duration.ZERO;
                if (more && share < 1) {
                    rest(Duration.ofNanos(System.nanoTime() - start));
                }
                if (Instant.now().isAfter(renewed.plus(renewal))) {
                    renewed = Instant.now();
                    renew.run();
                }
                if (!more) {
                    pause(renewal);
                }
            } catch (RuntimeException failed) {
                backoff = backoff.isZero() ? Duration.ofSeconds(1) : backoff.multipliedBy(2);
                backoff = backoff.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : backoff;
                log.warn("the pool could not be filled, trying again in {}: {}", backoff, failed.getMessage());
                pause(backoff);
            }
        }
    }

    /** After so much work; not to be cut short by being woken. */
    private void rest(Duration worked) {
        long until = System.nanoTime() + Math.round(worked.toNanos() * (1 - share) / share);
        while (!closed && System.nanoTime() < until) {
            pause(Duration.ofNanos(until - System.nanoTime()));
        }
    }

    private void pause(Duration time) {
        try {
            if (wakeUp.tryAcquire(time.toMillis(), TimeUnit.MILLISECONDS)) {
                wakeUp.drainPermits();
            }
        } catch (InterruptedException interrupted) {
            closed = true;
        }
    }

    @Override
    public void close() {
        closed = true;
        wake();
        try {
            if (thread.isAlive()) {
                thread.join(Duration.ofSeconds(30));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
