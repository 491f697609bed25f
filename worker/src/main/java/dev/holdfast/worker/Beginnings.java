package dev.holdfast.worker;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a worker sets up when it starts, although those it needs for that may not be there yet: each is tried in a thread of its
 * own until it succeeds or the worker stops.
 */
final class Beginnings implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Beginnings.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final Duration firstPause;
    private final Collection<Thread> threads = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    Beginnings() {
        this(FIRST_PAUSE);
    }

    Beginnings(Duration firstPause) {
        this.firstPause = firstPause;
    }

    /** @param what as in "what could not be set up" */
    void begin(String what, Runnable attempt) {
        threads.add(Thread.ofVirtual().name(what).start(() -> {
            try {
                repeat(what, attempt);
            } catch (InterruptedException stopped) {
                log.debug("{} was not set up before the worker stopped", what);
            }
        }));
    }

    private void repeat(String what, Runnable attempt) throws InterruptedException {
        Duration pause = firstPause;
        // An attempt may have kept an interruption to itself.
        for (int failures = 0; !succeeds(what, attempt, failures) && !closed; failures++) {
            Thread.sleep(pause);
            pause = pause.multipliedBy(2);
            pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
        }
    }

    private static boolean succeeds(String what, Runnable attempt, int failures) {
        try {
            attempt.run();
        } catch (RuntimeException failed) {
            if (failures == 0) {
                log.warn("{} could not be set up, trying again until it is: {}", what, failed.getMessage());
            }
            return false;
        }
        if (failures > 0) {
            log.info("{} is set up after failed attempts: {}", what, failures);
        }
        return true;
    }

    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
    }
}
