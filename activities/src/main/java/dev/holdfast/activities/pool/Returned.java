package dev.holdfast.activities.pool;

import dev.holdfast.contract.Receipt;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import org.jspecify.annotations.Nullable;

/**
 * What a task gets for a sandbox that it gave back to the pool.
 *
 * @param receipt the proof that nothing of the task is left in it
 * @param lastRow the task's, as it was written; absent when none was to be written
 */
public record Returned(Receipt receipt, @Nullable HistoryEntry lastRow) {}
