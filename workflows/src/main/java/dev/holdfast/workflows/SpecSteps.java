package dev.holdfast.workflows;

import dev.holdfast.contract.StepSpec;
import dev.holdfast.workflows.SandboxActivities.RunStepRequest;
import org.jspecify.annotations.Nullable;

/** The steps of a task as requests to its sandbox, under the keys by which they are found again. */
final class SpecSteps {
    private static final int EXCERPT_BUDGET = 96 * 1024;
    private static final int MOST_EXCERPT = 4096;

    private final TaskRequest task;
    private final Reservation reservation;
    private final Sandbox sandbox;
    private final int place;
    private final int excerptBytes;

    /** The steps of a task share the space that excerpts of their output may take in a payload. */
    SpecSteps(TaskRequest task, Reservation reservation, Sandbox sandbox, int place) {
        this.task = task;
        this.reservation = reservation;
        this.sandbox = sandbox;
        this.place = place;
        this.excerptBytes = task.spec().open() != null
                ? MOST_EXCERPT // the task keeps that of the last few only
                : Math.min(
                        MOST_EXCERPT,
                        EXCERPT_BUDGET / (4 * Math.max(1, task.spec().steps().size())));
    }

    /** The first attempt of a step of the spec. */
    RunStepRequest first(int number) {
        return attempt(key(number), 1, task.spec().steps().get(number));
    }

    /** Of the very first attempt; null when there are no steps. */
    @Nullable String firstKey() {
        return task.spec().steps().isEmpty() ? null : first(0).key();
    }

    /** What was begun on a host that is gone has a log of its own. */
    String key(int number) {
        String prefix = place == 1 ? "s" : "p" + place + "-s";
        return prefix + (number + 1);
    }

    RunStepRequest attempt(String key, int attempt, StepSpec step) {
        return new RunStepRequest(
                task.taskId(),
                reservation,
                sandbox,
                key + "-a" + attempt,
                attempt,
                step,
                task.spec().env(),
                task.spec().project(),
                task.requestedBy(),
                task.spec().secrets(),
                excerptBytes);
    }
}
