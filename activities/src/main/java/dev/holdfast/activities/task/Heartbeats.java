package dev.holdfast.activities.task;

import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Heartbeats beside work that blocks. A heartbeat that fails never interrupts the work: that Temporal is out of reach
 * looks the same as a cancellation, and the work can be found again.
 */
final class Heartbeats implements Pulse {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Thread thread;
    private volatile boolean stopped;
    private volatile @Nullable ActivityCompletionException refused;

    Heartbeats(ActivityExecutionContext context) {
        this.thread = Thread.ofVirtual().name("pulse").start(() -> beat(context));
    }

    @Override
    public void check() {
        ActivityCompletionException failure = refused;
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void slow(String what) {
        check();
    }

    private void beat(ActivityExecutionContext context) {
        while (!stopped) {
            try {
                context.heartbeat(null);
            } catch (ActivityCompletionException failure) {
                refused = failure;
                return;
            }
            LockSupport.parkNanos(INTERVAL.toNanos());
        }
    }

    @Override
    public void close() {
        stopped = true;
        LockSupport.unpark(thread);
    }
}
