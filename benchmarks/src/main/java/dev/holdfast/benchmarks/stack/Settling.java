package dev.holdfast.benchmarks.stack;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits until the machine is as it was before, so that what one row leaves to the background is not paid by the next. */
public final class Settling {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration LOOK_EVERY = Duration.ofMillis(25);

    private Settling() {}

    public static void until(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException(what + " did not come about within " + PATIENCE.toMinutes() + " minutes");
            }
            Thread.sleep(LOOK_EVERY);
        }
    }
}
