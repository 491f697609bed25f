package dev.holdfast.activities.sandbox.protocol;

import dev.holdfast.activities.sandbox.Hello;
import dev.holdfast.activities.sandbox.Inspection;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.home.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits until a supervisor that was just started answers, and that it is the right one. */
public final class Readiness {
    private Readiness() {}

    /** How often to ask whether waiting still makes sense; asking may be slow. */
    private static final long ASK_EVERY_NANOS = 100_000_000;

    /**
     * @param socket the supervisor's
     * @param alive whether waiting still makes sense
     * @param lastWords what it printed, for the error when it does not come up
     */
    public static Hello await(
            Path socket, SandboxId id, Duration within, BooleanSupplier alive, Supplier<String> lastWords) {
        try (Supervisor supervisor = SupervisorClient.at(socket, id, Inspection.Running::new)) {
            return await(supervisor, id, within, throttled(alive), lastWords);
        }
    }

    private static BooleanSupplier throttled(BooleanSupplier alive) {
        AtomicLong next = new AtomicLong(System.nanoTime() + ASK_EVERY_NANOS);
        return () -> {
            if (System.nanoTime() - next.get() < 0) {
                return true;
            }
            next.set(System.nanoTime() + ASK_EVERY_NANOS);
            return alive.getAsBoolean();
        };
    }

    private static Hello await(
            Supervisor supervisor, SandboxId id, Duration within, BooleanSupplier alive, Supplier<String> lastWords) {
        AtomicReference<Hello> answer = new AtomicReference<>();
        AtomicReference<SandboxException> problem = new AtomicReference<>();
        boolean ended = Patience.until(within, () -> greet(supervisor, answer, problem) || !alive.getAsBoolean());
        Hello hello = answer.get();
        if (hello == null) {
            String state = ended ? "ended before it answered" : "did not answer within " + within.toSeconds() + " s";
            String words = lastWords.get();
            throw new SandboxException(
                    ended ? SandboxError.SANDBOX_LOST : SandboxError.SUPERVISOR_UNREACHABLE,
                    "the supervisor of sandbox " + id + " " + state + (words.isEmpty() ? "" : ": " + words),
                    problem.get());
        }
        if (!hello.sandbox().equals(id.value()) || hello.protocol() != Messages.VERSION) {
            throw new SandboxException(
                    SandboxError.INTERNAL,
                    "at the socket of sandbox " + id + " answers '" + hello.sandbox() + "' with protocol "
                            + hello.protocol());
        }
        return hello;
    }

    private static boolean greet(
            Supervisor supervisor, AtomicReference<Hello> answer, AtomicReference<SandboxException> problem) {
        try {
            answer.set(supervisor.hello());
            return true;
        } catch (SandboxException notYet) {
            if (notYet.error() == SandboxError.INTERRUPTED) {
                throw notYet;
            }
            problem.set(notYet);
            return false;
        }
    }
}
