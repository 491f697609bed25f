package dev.holdfast.activities.sandbox.home;

import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for something that cannot tell when it happens. */
public final class Patience {
    private static final long FIRST_PAUSE = 500_000;
    private static final long LONGEST_PAUSE = 20_000_000;

    private Patience() {}

    /** Looks often at first, then less so; whether it came true in time. */
    public static boolean until(Duration within, BooleanSupplier condition) {
        long deadline = System.nanoTime() + within.toNanos();
        long pause = FIRST_PAUSE;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            try {
                Thread.sleep(Duration.ofNanos(pause));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new SandboxException(SandboxError.INTERRUPTED, "interrupted while waiting for a sandbox");
            }
            pause = Math.min(pause * 5 / 4, LONGEST_PAUSE);
        }
        return true;
    }
}
