package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TaskId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task again from the same inputs.
 *
 * @param taskId of the new task; made up when absent
 * @param fromStep the number of the first step to run, from 1; those before are left out
 * @param secretValues of secrets that the caller brought for the first task alone
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RerunRequest(
        @Nullable TaskId taskId,
        @Nullable Integer fromStep,
        @Nullable Map<String, String> secretValues) {

    public RerunRequest {
        if (fromStep != null && fromStep < 1) {
            throw new InvalidFieldException("fromStep", fromStep + " is not a step's number; the first is 1");
        }
    }

    public RerunRequest withTaskId(TaskId id) {
        return new RerunRequest(id, fromStep, secretValues);
    }

    @Override
    public String toString() {
        return "RerunRequest[" + taskId + " from " + fromStep + "]";
    }
}
