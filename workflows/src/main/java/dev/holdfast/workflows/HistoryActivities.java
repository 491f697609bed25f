package dev.holdfast.workflows;

import dev.holdfast.contract.TaskResult;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** The projection of a task into the run history. */
@ActivityInterface
public interface HistoryActivities {
    /** Writes the task as it is now; an older version never overwrites a newer one. */
    @ActivityMethod(name = "Record history")
    void record(HistoryEntry entry);

    /**
     * @param version grows with every change of the task
     */
    record HistoryEntry(TaskRequest request, long version, TaskResult task) {}
}
