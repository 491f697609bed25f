package dev.holdfast.api.tasks;

import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asks for.
 *
 * @param taskId the caller's own key; wins over {@code idempotencyKey}
 * @param idempotencyKey names one task per caller, so that the same request may be sent twice
 */
public record Submission(
        TaskSpec spec, @Nullable TaskId taskId, @Nullable String idempotencyKey, String requestedBy) {

    boolean mayBeARepetition() {
        return taskId != null || idempotencyKey != null;
    }
}
