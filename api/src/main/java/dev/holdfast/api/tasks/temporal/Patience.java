package dev.holdfast.api.tasks.temporal;

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

    private Patience() {}

    /** Empty when there was no result in time; the update goes on all the same. */
    static <T> Optional<T> await(Supplier<WorkflowUpdateHandle<T>> update, Duration patience) {
        return answer(() -> update.get().getResult(), patience);
    }

    /** Empty when there was no answer in time. */
    static <T> Optional<T> answer(Supplier<T> question, Duration patience) {
        CompletableFuture<T> result = CompletableFuture.supplyAsync(question, THREADS);
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
