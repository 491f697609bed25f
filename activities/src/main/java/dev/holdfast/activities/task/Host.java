package dev.holdfast.activities.task;

/**
 * The machine that sandboxes live on.
 *
 * @param id stays the same when workers on it come and go
 */
public record Host(String id) {
    /** The task queue of everything that touches this host's sandboxes. */
    public String taskQueue() {
        return "holdfast-host-" + id;
    }
}
