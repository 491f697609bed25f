package dev.holdfast.activities.temporal;

import dev.holdfast.contract.TaskResult;
import org.jspecify.annotations.Nullable;

/**
 * What a worker says to an API on its machine that had it start a task.
 *
 * @param taken the id was taken, so nothing was started
 * @param result how it ended, where that was known soon
 */
public record NearTask(boolean taken, @Nullable TaskResult result) {}
