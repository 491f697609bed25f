package dev.holdfast.activities.task;

import dev.holdfast.activities.history.TaskHistory;
import dev.holdfast.workflows.HistoryActivities;

/** The activity that writes a task's row. */
public final class HistoryWriter implements HistoryActivities {
    private final TaskHistory tasks;

    public HistoryWriter(TaskHistory tasks) {
        this.tasks = tasks;
    }

    @Override
    public void record(HistoryEntry entry) {
        tasks.record(entry);
    }
}
