package dev.holdfast.api.tasks.temporal;

import dev.holdfast.api.tasks.TaskEngine;
import io.temporal.client.WorkflowUpdateHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits for answers of workflows, which the SDK would do for ever where no worker has them. */
final class Patience {
    private static final Executor THREADS = Executors.newVirtualThreadPerTaskExecutor();

    /** Who does not want to wait for a result still wants to know whether he will get one. */
    private static final Duration ACCEPTANCE = Duration.ofSeconds(5);

    private Patience() {}

    /** Empty when there was no result in time; the update goes on all the same. */
    static <T> Optional<T> await(Supplier<WorkflowUpdateHandle<T>> update, Duration patience) {
        return answer(() -> update.get().getResult(), patience);
    }

    /**
     * Empty when there was no result in time though the workflow has taken the update.
     *
     * @throws TaskEngine.Busy when it has not, as far as anybody knows
     */
    static <T> Optional<T> awaitTaken(Supplier<WorkflowUpdateHandle<T>> update, Duration patience) {
        // Completed by hand: what depends on a future may be run by a thread that only waits for it.
        CompletableFuture<Boolean> taken = new CompletableFuture<>();
        CompletableFuture<T> result = CompletableFuture.supplyAsync(
                () -> {
                    WorkflowUpdateHandle<T> handle = update.get();
                    taken.complete(true);
                    return handle.getResult();
                },
                THREADS);
        Optional<T> answer = within(patience, result);
        if (answer.isEmpty()
                && within(ACCEPTANCE, CompletableFuture.anyOf(taken, result)).isEmpty()) {
            throw new TaskEngine.Busy(
                    "the task has not taken this yet: it is asked too much at once, or no worker has it");
        }
        return answer;
    }

    /** Empty when there was no answer in time. */
    static <T> Optional<T> answer(Supplier<T> question, Duration patience) {
        return within(patience, CompletableFuture.supplyAsync(question, THREADS));
    }

    private static <T> Optional<T> within(Duration patience, CompletableFuture<T> result) {
        try {
            return Optional.of(result.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException notYet) {
            return Optional.empty();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
