package dev.holdfast.api.tasks;

import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.workflows.TaskRequest;
import java.util.Optional;

/** What carries tasks out. Every method throws {@link Unavailable} when it does not answer. */
public interface TaskEngine {
    /** Starts the task unless its id is taken; of any number of callers with one id, one is answered true. */
    boolean start(TaskRequest request);

    /** What was asked for under this id. */
    Optional<TaskRequest> request(TaskId taskId);

    View view(TaskId taskId);

    /** Asks a task to end early; false when there is none that runs. */
    boolean cancel(TaskId taskId, String reason);

    /** Returns when it answers. */
    void ping();

    /** What the engine knows of a task, from its own records and without anybody's help. */
    sealed interface View {
        /** Never started here, or so long ago that it was forgotten. */
        record Unknown() implements View {}

        record Running() implements View {}

        record Ended(TaskResult result) implements View {}

        /** Ended from outside, so that nobody wrote a result. */
        record BrokenOff(String reason) implements View {}
    }

    /** The engine does not answer. */
    final class Unavailable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Unavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
