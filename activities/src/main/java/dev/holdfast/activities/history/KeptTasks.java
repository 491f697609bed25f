package dev.holdfast.activities.history;

import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** How long tasks that have ended are kept, and what goes with them. */
public interface KeptTasks {
    /** A pinned task is never removed; false when there is no such task. */
    boolean pin(TaskId taskId, boolean pinned);

    List<ProjectId> projects();

    /** Ended before that time, oldest first, without those that are pinned. */
    List<Kept> endedBefore(ProjectId project, Instant time, int limit);

    /** All but the newest so many of those that have ended, oldest first, without those that are pinned. */
    List<Kept> beyondNewest(ProjectId project, long newest, int limit);

    /** The oldest that must go so that the artifacts of the rest fit into so many bytes, without those that are pinned. */
    List<Kept> beyondBytes(ProjectId project, long bytes, int limit);

    /** Removes the rows of a task and of all that belongs to it, and says so in the audit; gone is success. */
    void remove(Kept task, String reason, Instant at);

    /** Whether anything that is kept, or was uploaded since, needs the content. */
    boolean needed(String sha256, Instant uploadedSince);

    /** Tasks that ended before that time and whose log is only in the log store. */
    List<TaskId> unsealed(Instant endedBefore, int limit);

    void logSealed(TaskId taskId, Instant at);

    /**
     * @param bytes of artifacts
     */
    record Kept(TaskId taskId, ProjectId project, Instant endedAt, long bytes) {}

    /** Whether it is pinned; empty when there is no such task. */
    Optional<Boolean> pinned(TaskId taskId);
}
