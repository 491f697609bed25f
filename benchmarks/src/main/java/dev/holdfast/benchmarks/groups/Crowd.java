package dev.holdfast.benchmarks.groups;

import dev.holdfast.benchmarks.measure.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Callers that each do the same again and again, all at once. */
final class Crowd {
    private final int callers;

    Crowd(int callers) {
        this.callers = callers;
    }

    /** How many a second, of this many. */
    double rate(int count, Trial.Work work) throws Exception {
        return rateAfter(0, count, work);
    }

    /** The same, from the moment when the first {@code before} have ended. */
    double rateAfter(int before, int count, Trial.Work work) throws Exception {
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        AtomicLong from = new AtomicLong(System.nanoTime());
        AtomicLong to = new AtomicLong();
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
            for (int i = 0; i < callers; i++) {
                all.add(threads.submit(() -> {
                    // Callers go on until the last one that counts has ended, so that the load stays what it is.
                    while (ended.get() < before + count && begun.getAndIncrement() < before + count + spare(before)) {
                        work.run();
                        int now = ended.incrementAndGet();
                        if (now == before) {
                            from.set(System.nanoTime());
                        }
                        if (now == before + count) {
                            to.set(System.nanoTime());
                        }
                    }
                    return null;
                }));
            }
            awaitAll(all);
        }
        return count / ((to.get() - from.get()) / 1e9);
    }

    /** A burst is only as many as it is. */
    private int spare(int before) {
        return before == 0 ? 0 : callers;
    }

    private static void awaitAll(List<Future<?>> all) throws Exception {
        for (Future<?> one : all) {
            try {
                one.get();
            } catch (ExecutionException failed) {
                throw failed.getCause() instanceof Exception cause ? cause : failed;
            }
        }
    }
}
