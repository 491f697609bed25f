package dev.holdfast.api.tasks;

import dev.holdfast.activities.history.LogStore;
import dev.holdfast.contract.TaskId;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Rings when something happened to a task. Rings that nobody waits for are kept as one. */
final class Bell implements AutoCloseable {
    private final Semaphore rung = new Semaphore(0);
    private final LogStore.Subscription subscription;

    private Bell(LogStore logs, TaskId taskId) {
        subscription = logs.subscribe(taskId, this::ring);
    }

    static Bell of(LogStore logs, TaskId taskId) {
        return HistoryUnavailable.unless(() -> new Bell(logs, taskId));
    }

    private void ring() {
        if (rung.availablePermits() == 0) {
            rung.release();
        }
    }

    /** False when it did not ring for that long. */
    boolean await(Duration atMost) {
        try {
            boolean woken = rung.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
            rung.drainPermits();
            return woken;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped while waiting", stopped);
        }
    }

    @Override
    public void close() {
        subscription.close();
    }
}
