package dev.holdfast.activities.pool;

import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.contract.ProjectId;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox that waits.
 *
 * @param project whose tasks it has served; absent when it is fresh
 * @param served how many tasks
 */
record Waiting(SandboxHandle handle, @Nullable ProjectId project, int served) {
    boolean fresh() {
        return project == null;
    }
}
