package dev.holdfast.activities.sandbox.protocol;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Connections whose client was closed a moment ago: a task brings files in, runs its step and takes files out by a client
 * each, one right after the other, and an open one is asked again and again. A recycled sandbox has another socket, so nobody
 * gets one of the task before.
 */
final class Lingering {
    private final Duration time;
    private final Executor later;
    private final Map<Path, Kept> kept = new ConcurrentHashMap<>();
    private final AtomicBoolean sweeps = new AtomicBoolean();

    Lingering(Duration time) {
        this.time = time;
        this.later = CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private record Kept(Connection connection, long since) {}

    /** One for each socket; the rest is closed. */
    void keep(Path socket, Connection connection) {
        Kept before = kept.put(socket, new Kept(connection, System.nanoTime()));
        if (before != null) {
            discard(before.connection());
        }
        sweepLater();
    }

    private void sweepLater() {
        if (sweeps.compareAndSet(false, true)) {
            later.execute(this::sweep);
        }
    }

    @Nullable Connection take(Path socket) {
        Kept found = kept.remove(socket);
        return found == null ? null : found.connection();
    }

    private void sweep() {
        sweeps.set(false);
        kept.forEach((socket, one) -> {
            if (System.nanoTime() - one.since() >= time.toNanos() && kept.remove(socket, one)) {
                discard(one.connection());
            }
        });
        if (!kept.isEmpty()) {
            sweepLater();
        }
    }

    static void discard(Connection connection) {
        try {
            connection.close();
        } catch (IOException broken) {
            // It is given up in any case.
        }
    }
}
