package dev.holdfast.activities.keeping;

import dev.holdfast.activities.artifacts.LogArchive;
import dev.holdfast.activities.history.KeptTasks;
import dev.holdfast.contract.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the log of each task that has ended as one object: at once, unless there are tasks that somebody waits for, then
 * a little later; and those that were missed later on. Until then the log is read from where it was written.
 */
public final class LogSealing implements Consumer<TaskId> {
    private static final Logger log = LoggerFactory.getLogger(LogSealing.class);
    private static final Duration MISSED = Duration.ofMinutes(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(45);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final int MOST_WAITING = 2000;
    private static final int PAGE = 200;

    private final KeptTasks tasks;
    private final LogArchive archive;
    private final Clock clock;
    private final BooleanSupplier crowded;
    private final BlockingQueue<Ended> waiting = new ArrayBlockingQueue<>(MOST_WAITING);

    /** A task whose log is to be sealed, since when. */
    private record Ended(TaskId task, long at) {}

    /** @param crowded whether so many tasks are under way that sealing would hold them up */
    public LogSealing(KeptTasks tasks, LogArchive archive, Clock clock, BooleanSupplier crowded) {
        this.tasks = tasks;
        this.archive = archive;
        this.clock = clock;
        this.crowded = crowded;
        Thread.ofVirtual().name("seal-logs").start(this::sealThoseThatEnd);
    }

    /** Returns at once; when too many wait already the task is one of those that were missed. */
    @Override
    public void accept(TaskId ended) {
        if (!waiting.offer(new Ended(ended, System.nanoTime()))) {
            log.info("the log of task {} is sealed later: {} others wait", ended, MOST_WAITING);
        }
    }

    private void sealThoseThatEnd() {
        try {
            while (true) {
                Ended next = waiting.take();
                while (crowded.getAsBoolean() && System.nanoTime() - next.at() < LONGEST_WAIT.toNanos()) {
                    LockSupport.parkNanos(LOOK.toNanos());
                }
                sealOrLeave(next.task());
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void sealOrLeave(TaskId ended) {
        try {
            seal(ended, () -> {});
        } catch (RuntimeException later) {
            log.info("the log of task {} is sealed later: {}", ended, later.getMessage());
        }
    }

    /** @return how many were sealed */
    long sealMissed(Runnable still, List<String> failed) {
        long sealedLogs = 0;
        for (TaskId task : tasks.unsealed(clock.instant().minus(MISSED), PAGE)) {
            still.run();
            try {
                seal(task, still);
                sealedLogs++;
            } catch (RuntimeException problem) {
                failed.add("log of " + task + ": " + problem.getMessage());
                return sealedLogs; // the storage will not be better for the next one
            }
        }
        return sealedLogs;
    }

    private void seal(TaskId task, Runnable still) {
        archive.seal(task, still);
        tasks.logSealed(task, clock.instant());
    }
}
