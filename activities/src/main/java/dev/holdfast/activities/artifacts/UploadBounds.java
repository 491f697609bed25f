package dev.holdfast.activities.artifacts;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** How much may be under way at once, over all collections. */
final class UploadBounds {
    /** A file up to this size is held in memory while it is stored. */
    static final int SMALL_FILE = 4 << 20;

    private static final int AT_ONCE = 128;
    private static final int UNIT = 4096;
    private static final int MEMORY = 32 << 20;

    private final Semaphore places = new Semaphore(AT_ONCE, true);
    private final Semaphore memory = new Semaphore(MEMORY / UNIT, true);

    /** Waits for room, and calls {@code meanwhile} each second. */
    void enter(int bytes, Runnable meanwhile) throws InterruptedException {
        acquire(places, 1, meanwhile);
        try {
            acquire(memory, units(bytes), meanwhile);
        } catch (InterruptedException | RuntimeException givenUp) {
            places.release();
            throw givenUp;
        }
    }

    void leave(int bytes) {
        memory.release(units(bytes));
        places.release();
    }

    private static int units(int bytes) {
        return bytes / UNIT + 1;
    }

    private static void acquire(Semaphore semaphore, int count, Runnable meanwhile) throws InterruptedException {
        while (!semaphore.tryAcquire(count, 1, TimeUnit.SECONDS)) {
            meanwhile.run();
        }
    }
}
