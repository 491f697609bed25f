package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The event that tells followers of a task that it went on. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StateChange(
        TaskId taskId,
        TaskState state,
        String reason,
        Instant at,
        @Nullable Executor executor,
        @Nullable String executorReason,
        @Nullable String image,
        List<String> warnings) {}
