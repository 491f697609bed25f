package dev.holdfast.api.tasks;

import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asks for.
 *
 * @param taskId the caller's own key; wins over {@code idempotencyKey}
 * @param idempotencyKey names one task per caller, so that the same request may be sent twice
 * @param secretValues for this task alone
 */
public record Submission(
        TaskSpec spec,
        @Nullable TaskId taskId,
        @Nullable String idempotencyKey,
        String requestedBy,
        Map<String, String> secretValues) {

    @Override
    public String toString() {
        return "Submission[" + taskId + " by " + requestedBy + "]";
    }

    boolean mayBeARepetition() {
        return taskId != null || idempotencyKey != null;
    }
}
