package dev.holdfast.activities.task;

import dev.holdfast.activities.history.Placements;
import dev.holdfast.activities.history.TaskHistory;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.workflows.HistoryActivities;
import java.util.function.Consumer;

/** The activity that writes a task's row. */
public final class HistoryWriter implements HistoryActivities {
    private final TaskHistory tasks;
    private final Placements placements;
    private final Consumer<TaskId> ended;

    /** @param ended is told of each task whose end was written; must not block */
    public HistoryWriter(TaskHistory tasks, Placements placements, Consumer<TaskId> ended) {
        this.tasks = tasks;
        this.placements = placements;
        this.ended = ended;
    }

    @Override
    public void record(HistoryEntry entry) {
        tasks.record(entry);
        recorded(entry);
    }

    /** For who has written the row already, together with something else. */
    void recorded(HistoryEntry entry) {
        TaskResult task = entry.task();
        boolean released =
                task.cleanup().state() == Receipt.State.CLEAN && task.cleanup().sandbox() != null;
        if (task.state().terminal()) {
            ended.accept(task.taskId());
        }
        if (task.state().terminal() && !released) {
            // No host has said that the task left; what may be there still is the reaper's.
            placements.leave(task.taskId());
        }
    }
}
