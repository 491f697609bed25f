package dev.holdfast.activities.task;

import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Those in this worker who wait for a task that it may do at once. */
public final class Listeners {
    private final Map<TaskId, CompletableFuture<TaskResult>> waiting = new ConcurrentHashMap<>();

    /** Hears how the task ended, if that is known here before its workflow knows. To be closed by who listens. */
    public Listener listen(TaskId taskId) {
        CompletableFuture<TaskResult> result = waiting.computeIfAbsent(taskId, id -> new CompletableFuture<>());
        return new Listener(result, () -> waiting.remove(taskId, result));
    }

    /** The task's row says so too by now. */
    void tell(TaskId taskId, TaskResult result) {
        CompletableFuture<TaskResult> listener = waiting.get(taskId);
        if (listener != null) {
            listener.complete(result);
        }
    }

    /** One who waits. */
    public record Listener(CompletableFuture<TaskResult> result, Runnable end) implements AutoCloseable {
        @Override
        public void close() {
            end.run();
        }
    }
}
