package dev.holdfast.worker;

import dev.holdfast.activities.history.Hosts;
import dev.holdfast.activities.history.Placements.Room;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Says how large this host is, in a thread of its own: a database that is away holds up nothing but this. */
final class HostAnnouncement implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(HostAnnouncement.class);
    private static final Duration EVERY = Duration.ofSeconds(30);

    private final Hosts hosts;
    private final String host;
    private final Room room;
    private final Duration every;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("host-announcement").factory());
    private volatile @Nullable ScheduledFuture<?> rounds;
    private boolean failing;

    HostAnnouncement(Hosts hosts, String host, Room room) {
        this(hosts, host, room, EVERY);
    }

    HostAnnouncement(Hosts hosts, String host, Room room, Duration every) {
        this.hosts = hosts;
        this.host = host;
        this.room = room;
        this.every = every;
    }

    @Override
    public void start() {
        rounds = thread.scheduleWithFixedDelay(this::announce, 0, every.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** One that throws would be the last. */
    private void announce() {
        try {
            hosts.announce(host, room);
            failing = false;
        } catch (RuntimeException failed) {
            if (!failing) {
                log.warn("other hosts may not hear how large this one is: {}", failed.getMessage());
            }
            failing = true;
        }
    }

    @Override
    public void stop() {
        thread.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return rounds != null && !thread.isShutdown();
    }
}
