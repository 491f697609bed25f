package dev.holdfast.activities.task;

import dev.holdfast.activities.history.Placements.Room;
import dev.holdfast.contract.DataSize;
import org.jspecify.annotations.Nullable;

/**
 * How much of a host its tasks may have together. What a task asks for counts in full, although few use all of it; so an
 * operator may well promise more than there is.
 *
 * @param tasksPerProject how many tasks of one project may have a sandbox at once, on all hosts; no limit when absent
 */
public record Capacity(
        double cpus,
        DataSize memory,
        DataSize disk,
        @Nullable Integer tasksPerProject) {
    public Capacity {
        if (!(cpus > 0)) {
            throw new IllegalArgumentException("capacity.cpus: " + cpus + " is not positive");
        }
        if (tasksPerProject != null && tasksPerProject < 1) {
            throw new IllegalArgumentException("capacity.tasks-per-project: " + tasksPerProject + " is not positive");
        }
    }

    public Room room() {
        return new Room(cpus, memory.bytes(), disk.bytes());
    }
}
