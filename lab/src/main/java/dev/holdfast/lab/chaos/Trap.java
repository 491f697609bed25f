package dev.holdfast.lab.chaos;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/** Catches the first request that fits: the server gets it, but its answer does not pass before the trap is opened. */
final class Trap implements Catch {
    private final Pattern request;
    private final AtomicBoolean set = new AtomicBoolean(true);
    private final CountDownLatch caught = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    Trap(Pattern request) {
        this.request = request;
    }

    /** True for the one request that it catches. */
    boolean catches(String text) {
        if (set.get() && request.matcher(text).find() && set.compareAndSet(true, false)) {
            caught.countDown();
            return true;
        }
        return false;
    }

    @Override
    public boolean awaitCatch(Duration atMost) throws InterruptedException {
        return caught.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    void awaitOpening() throws InterruptedException {
        opened.await();
    }

    void open() {
        set.set(false);
        opened.countDown();
    }
}
