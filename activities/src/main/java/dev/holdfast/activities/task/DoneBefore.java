package dev.holdfast.activities.task;

import dev.holdfast.workflows.Begun;

/** All of the task was done by a worker that died, or was cut off, before Temporal heard of it. */
final class DoneBefore extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Begun begun;

    DoneBefore(Begun begun) {
        super("the task was done before", null, false, false);
        this.begun = begun;
    }

    Begun begun() {
        return begun;
    }
}
