package dev.holdfast.lab.chaos;

import dev.holdfast.client.Holdfast;
import dev.holdfast.client.HoldfastException;
import dev.holdfast.client.Task;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A task of a round, watched from its submission to its end. */
final class Probe {
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final Duration ACCEPTED_WITHIN = Duration.ofMinutes(2);

    private final Task task;
    private final Experiment experiment;
    private final @Nullable Caller caller;
    private final CompletableFuture<Ended> end = new CompletableFuture<>();
    private volatile Expectation expectation;
    private volatile boolean artifactsMayFail;

    /** The result, and when it could first be had. */
    record Ended(TaskResult result, Instant seen) {}

    private Probe(Holdfast client, TaskId id, Experiment experiment, Expectation expectation) {
        this.task = client.task(id);
        this.experiment = experiment;
        this.caller = experiment.open() ? Caller.begin(client.openTask(id), experiment) : null;
        this.expectation = expectation;
        Thread.ofVirtual().name("watch " + task.id()).start(this::watch);
    }

    /** Asks again while it is refused for a reason that passes: the same id is the same task. */
    static Probe submit(Holdfast client, TaskId id, Experiment experiment, Expectation expectation)
            throws InterruptedException {
        Patience.until("the task is accepted", ACCEPTED_WITHIN, () -> {
            client.submit(id, experiment.spec());
            return true;
        });
        return new Probe(client, id, experiment, expectation);
    }

    Task task() {
        return task;
    }

    Experiment experiment() {
        return experiment;
    }

    Expectation expectation() {
        return expectation;
    }

    /** Who asks for its commands one by one, if anybody does. */
    Optional<Caller> caller() {
        return Optional.ofNullable(caller);
    }

    /** The fault turned out to allow another truth. */
    Probe expect(Expectation now) {
        expectation = now;
        return this;
    }

    Probe artifactsMayFail() {
        artifactsMayFail = true;
        return this;
    }

    boolean mayFailArtifacts() {
        return artifactsMayFail;
    }

    void awaitLine(int number) throws InterruptedException {
        Patience.until(task.id() + " wrote line " + number, Duration.ofMinutes(2), () -> {
            if (end.isDone()) {
                throw new IllegalStateException("it has ended");
            }
            return log().contains("line " + number + "\n");
        });
    }

    void awaitState(TaskState state) throws InterruptedException {
        Patience.until(
                task.id() + " is " + state.json(),
                Duration.ofMinutes(2),
                () -> task.result().state() == state);
    }

    /** What the task says of itself while it goes on. */
    void awaitReason(String words) throws InterruptedException {
        Patience.until(
                task.id() + " says '" + words + "'",
                Duration.ofMinutes(1),
                () -> String.valueOf(task.result().reason()).contains(words));
    }

    String log() {
        StringBuilder log = new StringBuilder();
        long cursor = 0;
        while (true) {
            var slice = task.logs(cursor);
            if (slice.entries().isEmpty()) {
                return log.toString();
            }
            log.append(slice.entries().stream().map(LogEntry::text).collect(Collectors.joining()));
            cursor = slice.cursor();
        }
    }

    Optional<Ended> awaitEnd(Duration atMost) throws InterruptedException {
        try {
            return Optional.of(end.get(atMost.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException stillRuns) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** From when nothing stood in the way any more to the result: the fault was over and the command had ended. */
    Optional<Duration> recovery(Instant lifted) {
        if (!end.isDone()) {
            return Optional.empty();
        }
        Ended ended = end.join();
        Instant free = ended.result().steps().stream()
                .map(StepResult::endedAt)
                .filter(java.util.Objects::nonNull)
                .filter(at -> at.isAfter(lifted))
                .reduce((first, second) -> second)
                .orElse(lifted);
        return ended.seen().isBefore(free) ? Optional.empty() : Optional.of(Duration.between(free, ended.seen()));
    }

    private void watch() {
        while (!end.isDone()) {
            try {
                TaskResult now = task.result();
                if (now.state().terminal()) {
                    end.complete(new Ended(now, Instant.now()));
                }
                Thread.sleep(LOOK_EVERY);
            } catch (HoldfastException notNow) {
                pause();
            } catch (InterruptedException ending) {
                return;
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK_EVERY);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }
}
