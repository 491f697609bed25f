package dev.holdfast.activities.secrets;

import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;

/**
 * For whom a secret is looked up.
 *
 * @param requestedBy who started the task: only what the same caller brought for it counts
 */
public record SecretScope(TaskId taskId, ProjectId project, String requestedBy) {}
