package dev.holdfast.activities.sandbox.protocol;

import dev.holdfast.activities.sandbox.Inspection;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The connections to one supervisor: idle ones are used again, broken ones replaced, failures put into words. */
final class Connections implements AutoCloseable {
    /** How long a supervisor that has nothing to wait for may be silent. */
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);

    private static final int MOST_IDLE = 8;
    private static final Lingering LINGERING = new Lingering(Duration.ofSeconds(10));

    private final Path socket;
    private final SandboxId sandbox;
    private final Supplier<Inspection> inspect;
    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    Connections(Path socket, SandboxId sandbox, Supplier<Inspection> inspect) {
        this.socket = socket;
        this.sandbox = sandbox;
        this.inspect = inspect;
    }

    /** What happens on a connection. */
    @FunctionalInterface
    interface Conversation<T> {
        T hold(Exchange exchange) throws IOException;
    }

    /** @param patience how long the supervisor may take on purpose, e.g. to wait for a step */
    <T> T run(Duration patience, Conversation<T> conversation) {
        Duration allowed = patience.plus(ANSWER_WITHIN);
        Connection reused = takeIdle();
        if (reused != null) {
            Attempt<T> attempt = attempt(reused, allowed, conversation);
            if (attempt.result() != null) {
                return attempt.result();
            }
        }
        return once(allowed, conversation);
    }

    /** The same for what the other side hangs up after, so that this one does too. */
    <T> T runLast(Duration patience, Conversation<T> conversation) {
        try {
            return run(patience, conversation);
        } finally {
            for (Connection connection = takeIdle(); connection != null; connection = takeIdle()) {
                Lingering.discard(connection);
            }
        }
    }

    /** For what cannot be said twice: an idle connection may turn out to be broken when half of it is said. */
    <T> T runOnce(Conversation<T> conversation) {
        return once(ANSWER_WITHIN, conversation);
    }

    private <T> T once(Duration allowed, Conversation<T> conversation) {
        Attempt<T> attempt = attempt(open(), allowed, conversation);
        if (attempt.result() == null) {
            throw unreachable("the connection to it broke", attempt.failure());
        }
        return attempt.result();
    }

    /** A result, or the failure of a connection that was idle too long: its request was never seen. */
    private record Attempt<T>(@Nullable T result, @Nullable IOException failure) {}

    private <T> Attempt<T> attempt(Connection connection, Duration allowed, Conversation<T> conversation) {
        boolean whole = false;
        try (Watchdog watchdog = connection.watch(allowed)) {
            Exchange exchange = new Exchange(connection, watchdog);
            try {
                T result = conversation.hold(exchange);
                whole = true;
                return new Attempt<>(result, null);
            } catch (IOException lost) {
                return lost(connection, exchange, watchdog, allowed, lost);
            }
        } catch (CallerStreams.Failure failure) {
            throw callersOwn(failure);
        } finally {
            giveBack(connection, whole);
        }
    }

    private <T> Attempt<T> lost(
            Connection connection, Exchange exchange, Watchdog watchdog, Duration allowed, IOException lost) {
        IOException cause = DataOutput.ConnectionFailure.unwrapped(lost);
        if (cause instanceof ClosedByInterruptException) {
            throw interrupted(cause);
        }
        if (cause instanceof ProtocolViolation) {
            throw new SandboxException(
                    SandboxError.INTERNAL,
                    "the supervisor of sandbox " + sandbox + " does not keep to the protocol: " + cause.getMessage(),
                    cause);
        }
        if (watchdog.expired()) {
            throw unreachable("it did not answer within " + allowed.toSeconds() + " s", cause);
        }
        if (!connection.fresh() && !exchange.answered()) {
            return new Attempt<>(null, cause);
        }
        throw unreachable("the connection to it broke", cause);
    }

    private SandboxException interrupted(IOException cause) {
        return new SandboxException(SandboxError.INTERRUPTED, "interrupted while talking to sandbox " + sandbox, cause);
    }

    private static RuntimeException callersOwn(CallerStreams.Failure failure) {
        return switch (failure.getCause()) {
            case IOException io -> new UncheckedIOException(io);
            case RuntimeException runtime -> runtime;
            case null, default -> failure;
        };
    }

    private @Nullable Connection takeIdle() {
        for (Connection connection = idle.pollFirst(); connection != null; connection = idle.pollFirst()) {
            if (connection.open()) {
                return connection;
            }
        }
        return closed ? null : LINGERING.take(socket);
    }

    private Connection open() {
        if (closed) {
            throw new SandboxException(
                    SandboxError.SUPERVISOR_UNREACHABLE, "the client of sandbox " + sandbox + " was closed");
        }
        try {
            return Connection.open(socket);
        } catch (ClosedByInterruptException interrupted) {
            throw interrupted(interrupted);
        } catch (IOException refused) {
            throw unreachable("nobody listens at its socket", refused);
        }
    }

    private void giveBack(Connection connection, boolean whole) {
        if (whole && !closed && idle.size() < MOST_IDLE) {
            idle.addFirst(connection.used());
        } else {
            Lingering.discard(connection);
        }
        if (closed) {
            close();
        }
    }

    private SandboxException unreachable(String why, @Nullable Throwable cause) {
        return switch (inspect.get()) {
            case Inspection.Running running ->
                new SandboxException(
                        SandboxError.SUPERVISOR_UNREACHABLE,
                        "the supervisor of sandbox " + sandbox + " does not answer: " + why,
                        cause);
            case Inspection.Absent absent ->
                new SandboxException(
                        SandboxError.SANDBOX_LOST, "sandbox " + sandbox + " is gone: it was removed", cause);
            case Inspection.Dead dead ->
                new SandboxException(
                        SandboxError.SANDBOX_LOST, "sandbox " + sandbox + " is dead: " + dead.reason(), cause);
        };
    }

    @Override
    public void close() {
        closed = true;
        for (Connection connection = idle.pollFirst(); connection != null; connection = idle.pollFirst()) {
            LINGERING.keep(socket, connection);
        }
    }
}
