package dev.holdfast.activities.history.postgres;

import dev.holdfast.contract.TaskId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The last tasks of which something is known for good; those of long ago are forgotten. */
final class RecentTasks {
    private final Set<TaskId> tasks;

    RecentTasks(int most) {
        this.tasks = Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<TaskId, Boolean> eldest) {
                return size() > most;
            }
        }));
    }

    boolean contains(TaskId task) {
        return tasks.contains(task);
    }

    void add(TaskId task) {
        tasks.add(task);
    }
}
