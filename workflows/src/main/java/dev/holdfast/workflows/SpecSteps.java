package dev.holdfast.workflows;

import dev.holdfast.contract.StepSpec;
import dev.holdfast.workflows.SandboxActivities.RunStepRequest;
import org.jspecify.annotations.Nullable;

/** The steps of a task as requests to its sandbox, under the keys by which they are found again. */
final class SpecSteps {
    private final TaskRequest task;
    private final Reservation reservation;
    private final Sandbox sandbox;
    private final int place;
    private final PayloadRoom room;

    SpecSteps(TaskRequest task, Reservation reservation, Sandbox sandbox, int place, PayloadRoom room) {
        this.task = task;
        this.reservation = reservation;
        this.sandbox = sandbox;
        this.place = place;
        this.room = room;
    }

    /** The first attempt of a step of the spec. */
    RunStepRequest first(int number) {
        return attempt(number, 1);
    }

    /** Of the very first attempt; null when there are no steps. */
    @Nullable String firstKey() {
        return task.spec().steps().isEmpty() ? null : first(0).key();
    }

    /** What was begun on a host that is gone has a log of its own. */
    private String key(int number) {
        String prefix = place == 1 ? "s" : "p" + place + "-s";
        return prefix + (number + 1);
    }

    RunStepRequest attempt(int number, int attempt) {
        return request(key(number), attempt, task.spec().steps().get(number), room.excerpt());
    }

    /** Of a step that came later. Named by its caller, because who asks first is not sure before it is in the history. */
    RunStepRequest attempt(StepSpec later, int attempt) {
        return request("o-" + later.name(), attempt, later, room.laterExcerpt());
    }

    private RunStepRequest request(String key, int attempt, StepSpec step, int excerptBytes) {
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
