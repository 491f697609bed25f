package dev.holdfast.worker;

import dev.holdfast.activities.reaper.LeaseKeeper;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Keeps the sandboxes of tasks alive from before the first task is served until after the last. */
final class LeaseKeeping implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(LeaseKeeping.class);

    private static final Duration LAST_ROUND = Duration.ofSeconds(2);

    private final LeaseKeeper keeper;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("lease-keeper").factory());
    private volatile @Nullable ScheduledFuture<?> rounds;

    LeaseKeeping(LeaseKeeper keeper) {
        this.keeper = keeper;
    }

    @Override
    public void start() {
        rounds = thread.scheduleWithFixedDelay(this::round, 0, keeper.interval().toMillis(), TimeUnit.MILLISECONDS);
    }

    /** One that throws would be the last. */
    private void round() {
        try {
            keeper.keep();
        } catch (RuntimeException failed) {
            log.warn("leases were not renewed, trying again in {}: {}", keeper.interval(), failed.getMessage());
        }
    }

    @Override
    public void stop() {
        thread.shutdown();
        try {
            thread.awaitTermination(LAST_ROUND.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return rounds != null && !thread.isShutdown();
    }

    /** What is lower starts earlier and stops later. */
    @Override
    public int getPhase() {
        return 0;
    }
}
