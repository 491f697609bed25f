package dev.holdfast.devstack.control;

import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;

/** Ends the parts of a stack one after the other, last started first, so that none loses what it still needs. */
public final class OrderlyStop {
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);
    private static final Duration KILL_TAKES_AT_MOST = Duration.ofSeconds(5);

    private final Duration grace;

    /** @param grace how long each part may take before it is killed */
    public OrderlyStop(Duration grace) {
        this.grace = grace;
    }

    /** @param stopped is told the part's name and how long it took; parts that did not run are left out */
    public void stop(List<PartState> startOrder, BiConsumer<String, Duration> stopped) throws InterruptedException {
        for (PartState part : startOrder.reversed()) {
            ProcessIdentity process = part.process();
            if (process != null && process.isAlive()) {
                long begun = System.nanoTime();
                stop(process, part.stopSignal());
                stopped.accept(part.name(), Duration.ofNanos(System.nanoTime() - begun));
            }
        }
    }

    public void stop(ProcessIdentity process, StopSignal signal) throws InterruptedException {
        process.signal(signal);
        if (!awaitEnd(process, grace)) {
            process.signal(StopSignal.KILL);
            awaitEnd(process, KILL_TAKES_AT_MOST);
        }
    }

    /** Looks instead of waiting for an exit code: the process may be the child of somebody who is gone. */
    public static boolean awaitEnd(ProcessIdentity process, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (process.isAlive()) {
            if (System.nanoTime() >= deadline) {
                return false;
            }
            Thread.sleep(LOOK_EVERY);
        }
        return true;
    }
}
