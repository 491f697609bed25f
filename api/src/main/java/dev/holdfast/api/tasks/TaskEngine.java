package dev.holdfast.api.tasks;

import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.rest.FilesBrought;
import dev.holdfast.workflows.SandboxActivities.Look;
import dev.holdfast.workflows.SandboxActivities.Looked;
import dev.holdfast.workflows.TaskRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What carries tasks out. Every method throws {@link Unavailable} when it does not answer. */
public interface TaskEngine {
    /**
     * Starts the task unless its id is taken; of any number of callers with one id, one is not told so.
     *
     * @param patience how long to wait for its result
     */
    Start start(TaskRequest request, Duration patience);

    /** What was asked for under this id. */
    Optional<TaskRequest> request(TaskId taskId);

    View view(TaskId taskId);

    /** A task that runs, as it is now; empty when nobody who knows answers in a moment. */
    Optional<TaskResult> now(TaskId taskId);

    /** Asks a task to end early; false when there is none that runs. */
    boolean cancel(TaskId taskId, String reason);

    /**
     * Runs one more step in an open task.
     *
     * @param step with a name; asking for the same again waits for the same step
     * @return empty when it has not ended in time
     * @throws Refused when the task does not take it
     * @throws Busy when it has not taken it in time
     * @throws InvalidFieldException when it would with another value of that field
     */
    Optional<StepResult> step(TaskId taskId, StepSpec step, Duration patience);

    /**
     * Brings files into an open task.
     *
     * @return empty when they were not there in time
     * @throws Refused when the task does not take them
     * @throws Busy when it has not taken them in time
     */
    Optional<FilesBrought> files(TaskId taskId, List<InputFile> files, Duration patience);

    /**
     * Looks into the workspace of an open task.
     *
     * @throws Refused when the task has no workspace, or did not answer in time
     * @throws Busy when it has not heard of it in time
     */
    Looked look(TaskId taskId, Look look, Duration patience);

    /**
     * Closes an open task after the steps that were asked for before.
     *
     * @return its result; empty when it was not known in time, or the task had ended before
     * @throws Refused when the task is not an open one
     * @throws Busy when it has not heard of it in time
     */
    Optional<TaskResult> close(TaskId taskId, String reason, Duration patience);

    /** Everything that happened to a task's workflow, in Temporal's JSON and readable; empty when it is forgotten. */
    Optional<String> history(TaskId taskId);

    /** Returns when it answers. */
    void ping();

    /** What became of an attempt to start a task. */
    sealed interface Start {
        /** Another caller was first. */
        record Taken() implements Start {}

        record Accepted() implements Start {}

        /** It is known already how it ended. */
        record Answered(TaskResult result) implements Start {}
    }

    /** What the engine knows of a task, from its own records and without anybody's help. */
    sealed interface View {
        /** Never started here, or so long ago that it was forgotten. */
        record Unknown() implements View {}

        record Running() implements View {}

        record Ended(TaskResult result) implements View {}

        /** Ended from outside, so that nobody wrote a result. */
        record BrokenOff(String reason) implements View {}
    }

    /** The task does not take what it was asked to. */
    final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Refused(String message) {
            super(message);
        }
    }

    /** The task has not taken what it was asked to; it may when it is asked again. */
    final class Busy extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Busy(String message) {
            super(message);
        }
    }

    /** The engine does not answer. */
    final class Unavailable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Unavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
