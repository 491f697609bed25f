package dev.holdfast.activities.sandbox.protocol;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Closes a channel whose other side made no progress for too long: blocking channels have no timeout of their own. Only
 * the time in which we wait for the other side counts, not what the caller does between two pieces.
 */
final class Watchdog implements AutoCloseable {
    private static final ScheduledThreadPoolExecutor CLOCK = clock();

    private final SocketChannel channel;
    private final long allowed;
    private volatile long waitingSince = System.nanoTime();
    private volatile boolean waiting;
    private volatile boolean expired;
    private volatile boolean done;
    private volatile Future<?> next;

    Watchdog(SocketChannel channel, Duration allowed) {
        this.channel = channel;
        this.allowed = allowed.toNanos();
        this.next = CLOCK.schedule(this::look, this.allowed, TimeUnit.NANOSECONDS);
    }

    /** From now on it is the other side's turn. */
    void waiting() {
        waitingSince = System.nanoTime();
        waiting = true;
    }

    /** It has done its part. */
    void heard() {
        waiting = false;
    }

    boolean expired() {
        return expired;
    }

    private void look() {
        if (done) {
            return;
        }
        long left = waiting ? allowed - (System.nanoTime() - waitingSince) : allowed;
        if (left > 0) {
            next = CLOCK.schedule(this::look, left, TimeUnit.NANOSECONDS);
            return;
        }
        expired = true;
        try {
            channel.close();
        } catch (IOException alreadyUnusable) {
            // Closing was all there was to do.
        }
    }

    @Override
    public void close() {
        done = true;
        next.cancel(false);
    }

    private static ScheduledThreadPoolExecutor clock() {
        ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(
                1,
                Thread.ofPlatform()
                        .daemon()
                        .name("holdfast-supervisor-watchdog")
                        .factory());
        clock.setRemoveOnCancelPolicy(true);
        return clock;
    }
}
