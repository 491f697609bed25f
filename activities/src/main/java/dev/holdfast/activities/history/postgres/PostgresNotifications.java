package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.LogStore.Subscription;
import dev.holdfast.activities.history.PostgresConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection that listens for every follower of this process. It is opened with the first subscription and
 * opened again when it breaks; followers are called once then, because they may have missed something.
 */
final class PostgresNotifications implements AutoCloseable {
    static final String CHANNEL = "holdfast_task";

    private static final Logger log = LoggerFactory.getLogger(PostgresNotifications.class);
    private static final int POLL_MILLIS = 1_000;
    private static final Duration RETRY = Duration.ofMillis(500);

    private final PostgresConfig config;
    private final Map<String, Set<Runnable>> listeners = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable Thread thread;
    private boolean listening;
    private volatile boolean closed;

    PostgresNotifications(PostgresConfig config) {
        this.config = config;
    }

    /** Returns when the channel is listened to, so that what is written afterwards is not missed. */
    Subscription subscribe(String topic, Runnable listener) {
        listeners.computeIfAbsent(topic, name -> ConcurrentHashMap.newKeySet()).add(listener);
        awaitListening();
        return () -> listeners.computeIfPresent(topic, (name, set) -> {
            set.remove(listener);
            return set.isEmpty() ? null : set;
        });
    }

    @Override
    public void close() {
        closed = true;
        lock.lock();
        try {
            if (thread != null) {
                thread.interrupt();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void awaitListening() {
        lock.lock();
        try {
            if (thread == null) {
                thread = Thread.ofPlatform()
                        .daemon()
                        .name("history-notifications")
                        .start(this::listenUntilClosed);
            }
            long nanos = TimeUnit.SECONDS.toNanos(2);
            while (!listening && nanos > 0 && !closed) {
                nanos = changed.awaitNanos(nanos);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void listenUntilClosed() {
        while (!closed) {
            try {
                listen();
            } catch (SQLException broken) {
                setListening(false);
                log.debug("listening for changes broke off: {}", broken.getMessage());
                LockSupport.parkNanos(RETRY.toNanos());
            }
        }
    }

    private void listen() throws SQLException {
        Properties properties = new Properties();
        if (config.user() != null) {
            properties.setProperty("user", config.user());
        }
        if (config.password() != null) {
            properties.setProperty("password", config.password());
        }
        properties.setProperty("ApplicationName", "holdfast-listen");
        try (Connection connection = DriverManager.getConnection(config.url(), properties);
                Statement statement = connection.createStatement()) {
            statement.execute("listen " + CHANNEL);
            setListening(true);
            listeners.values().forEach(set -> set.forEach(Runnable::run));
            PGConnection postgres = connection.unwrap(PGConnection.class);
            while (!closed) {
                PGNotification[] notifications = postgres.getNotifications(POLL_MILLIS);
                for (PGNotification notification : notifications) {
                    listeners
                            .getOrDefault(notification.getParameter(), Set.of())
                            .forEach(Runnable::run);
                }
            }
        }
    }

    private void setListening(boolean now) {
        lock.lock();
        try {
            listening = now;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
