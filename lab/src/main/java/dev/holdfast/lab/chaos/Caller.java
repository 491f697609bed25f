package dev.holdfast.lab.chaos;

import dev.holdfast.client.OpenTask;
import dev.holdfast.client.Task;
import dev.holdfast.contract.StepSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Has the commands of an open task run one after the other, asks again until it is answered, and then closes the task. */
final class Caller {
    private static final Duration ANSWERED_WITHIN = Duration.ofMinutes(3);
    private static final Duration LAST_ANSWER_WITHIN = Duration.ofSeconds(30);

    private final OpenTask task;
    private final Experiment experiment;
    private final CompletableFuture<List<Integer>> told = new CompletableFuture<>();

    private Caller(OpenTask task, Experiment experiment) {
        this.task = task;
        this.experiment = experiment;
    }

    static Caller begin(OpenTask task, Experiment experiment) {
        Caller caller = new Caller(task, experiment);
        Thread.ofVirtual().name("caller of " + task.id()).start(caller::work);
        return caller;
    }

    private void work() {
        try {
            List<Integer> exitCodes = new ArrayList<>();
            for (StepSpec step : experiment.steps()) {
                untilAnswered(() -> exitCodes.add(task.run(step).exitCode()));
            }
            untilAnswered(() -> Task.hasResult(task.close("the last command has ended")));
            told.complete(exitCodes);
        } catch (InterruptedException | RuntimeException e) {
            told.completeExceptionally(e);
        }
    }

    /** Asks again, whatever the answer was that is none. */
    private void untilAnswered(Patience.Question question) throws InterruptedException {
        Patience.until("the caller of " + task.id() + " is answered", ANSWERED_WITHIN, question);
    }

    /** What it was told wrongly, or not at all; to be asked when the task has ended. */
    Optional<String> contradiction() throws InterruptedException {
        try {
            List<Integer> exitCodes = told.get(LAST_ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
            return exitCodes.equals(experiment.exitCodes())
                    ? Optional.empty()
                    : Optional.of("its caller was told the exit codes " + exitCodes + " of " + experiment.exitCodes());
        } catch (TimeoutException | ExecutionException notAnswered) {
            return Optional.of("its caller still waits for an answer");
        }
    }
}
