package dev.holdfast.lab.chaos;

import java.time.Duration;

/** Something of a worker's that was held in the middle. */
interface Catch {
    /** Whether it came within that time. */
    boolean awaitCatch(Duration atMost) throws InterruptedException;
}
