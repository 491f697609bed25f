package dev.holdfast.activities.history;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of tasks: a projection of their workflows, which are the truth. */
public interface TaskHistory {
    /** Writes the task with its steps, transitions, artifacts and receipt, unless a newer version is there already. */
    void record(HistoryEntry entry);

    /**
     * The same for a task that has just been done at once, and in the same moment takes it off its place and keeps there
     * what was done of it, so that nobody hears of an end that somebody who takes the task up does not.
     *
     * @return false when it had left its place already; nothing is written then
     */
    boolean recordDone(HistoryEntry entry, Begun begun);

    /**
     * Writes a task that ran elsewhere. It is listed and shown as any other, but not counted.
     *
     * @param bundle the id of the bundle it came in
     * @return false when the id is taken by another task; the same bundle again is no conflict
     */
    boolean recordImported(HistoryEntry entry, String bundle);

    /** Writes the whole list of a task's artifacts, where the task itself carries only the first of them. */
    void recordArtifacts(TaskId taskId, List<Artifact> artifacts);

    /** The artifacts behind {@code afterPath} in the order of their paths. */
    List<Artifact> artifacts(TaskId taskId, @Nullable String afterPath, int limit);

    Optional<Artifact> artifact(TaskId taskId, String path);

    Optional<TaskResult> find(TaskId taskId);

    Optional<TaskSpec> findSpec(TaskId taskId);

    /** Newest first. */
    List<TaskResult> list(TaskQuery query);
}
