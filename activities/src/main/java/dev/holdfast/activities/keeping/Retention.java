package dev.holdfast.activities.keeping;

import dev.holdfast.activities.artifacts.LogArchive;
import dev.holdfast.activities.artifacts.NamedObjects;
import dev.holdfast.activities.artifacts.WorkflowCopies;
import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.KeptTasks;
import dev.holdfast.activities.history.KeptTasks.Kept;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Removes tasks that are kept no longer. Their content goes later, when nothing else needs it. */
final class Retention {
    private static final int AT_ONCE = 500;

    private final KeptTasks tasks;
    private final LogArchive logs;
    private final WorkflowCopies workflows;
    private final Consumer<TaskId> forgetting;
    private final Function<ProjectId, RetentionPolicy> policies;
    private final Clock clock;

    Retention(
            HistoryDatabase history,
            NamedObjects objects,
            Consumer<TaskId> forgetting,
            Function<ProjectId, RetentionPolicy> policies,
            Clock clock) {
        this.forgetting = forgetting;
        this.tasks = history.kept();
        this.logs = new LogArchive(history.logs(), objects);
        this.workflows = new WorkflowCopies(objects);
        this.policies = policies;
        this.clock = clock;
    }

    /**
     * @param still throws when nobody waits for the result any more
     * @return each task that was removed, or would be, with the reason
     */
    Map<TaskId, String> apply(boolean dryRun, Runnable still) {
        Map<TaskId, String> removed = new LinkedHashMap<>();
        for (ProjectId project : tasks.projects()) {
            while (true) {
                Map<Kept, String> next = due(project);
                boolean news = false;
                for (Map.Entry<Kept, String> task : next.entrySet()) {
                    still.run();
                    news |= removed.put(task.getKey().taskId(), task.getValue()) == null;
                    if (!dryRun) {
                        remove(task.getKey(), task.getValue());
                    }
                }
                // A dry run sees the same tasks again: one page of them must do.
                if (dryRun || !news) {
                    break;
                }
            }
        }
        return removed;
    }

    private Map<Kept, String> due(ProjectId project) {
        RetentionPolicy policy = policies.apply(project);
        Map<Kept, String> due = new LinkedHashMap<>();
        if (policy.age() != null) {
            Instant before = clock.instant().minus(policy.age());
            add(due, tasks.endedBefore(project, before, AT_ONCE), "ended more than " + policy.age() + " ago");
        }
        if (policy.count() != null) {
            add(
                    due,
                    tasks.beyondNewest(project, policy.count(), AT_ONCE),
                    "is not among the newest " + policy.count() + " of its project");
        }
        if (policy.bytes() != null) {
            add(
                    due,
                    tasks.beyondBytes(project, policy.bytes().bytes(), AT_ONCE),
                    "newer artifacts of its project take " + policy.bytes());
        }
        return due;
    }

    private static void add(Map<Kept, String> due, List<Kept> more, String reason) {
        more.forEach(task -> due.putIfAbsent(task, reason));
    }

    /** Objects first: a row without them is found again, an object without its row is not. */
    private void remove(Kept task, String reason) {
        logs.remove(task.taskId());
        workflows.remove(task.taskId());
        forgetting.accept(task.taskId());
        tasks.remove(task, reason, clock.instant());
    }
}
