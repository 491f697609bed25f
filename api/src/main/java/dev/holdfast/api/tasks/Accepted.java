package dev.holdfast.api.tasks;

import dev.holdfast.contract.TaskResult;

/**
 * @param created false when the same task had been submitted before
 */
public record Accepted(TaskResult task, boolean created) {}
