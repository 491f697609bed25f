package dev.holdfast.activities.keeping;

import dev.holdfast.activities.artifacts.LogArchive;
import dev.holdfast.activities.history.KeptTasks;
import dev.holdfast.contract.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the log of each task that has ended as one object: at once, beside whoever waits for the task, and for those
 * that were missed later on.
 */
public final class LogSealing implements Consumer<TaskId> {
    private static final Logger log = LoggerFactory.getLogger(LogSealing.class);
    private static final Duration MISSED = Duration.ofMinutes(1);
    private static final int AT_ONCE = 4;
    private static final int PAGE = 200;

    private final KeptTasks tasks;
    private final LogArchive archive;
    private final Clock clock;
    private final Semaphore room = new Semaphore(AT_ONCE);

    public LogSealing(KeptTasks tasks, LogArchive archive, Clock clock) {
        this.tasks = tasks;
        this.archive = archive;
        this.clock = clock;
    }

    /** Returns at once; when all are busy the task is left for later. */
    @Override
    public void accept(TaskId ended) {
        if (!room.tryAcquire()) {
            return;
        }
        Thread.ofVirtual().name("seal-" + ended).start(() -> {
            try {
                seal(ended, () -> {});
            } catch (RuntimeException later) {
                log.info("the log of task {} is sealed later: {}", ended, later.getMessage());
            } finally {
                room.release();
            }
        });
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
