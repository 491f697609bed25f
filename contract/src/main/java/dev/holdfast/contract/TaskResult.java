package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A task as it is now: the same object while it runs and after its end.
 *
 * @param outcome how the step ended that decided the task; absent while it runs
 * @param exitCode of that step
 * @param reason why the task is in its state
 * @param errorCode a stable word for what the platform could not do, such as {@code image_missing}; absent when only the command failed
 * @param executorReason why this executor was chosen
 * @param artifacts the first of them; {@code artifactCount} says how many there are
 * @param cleanup the receipt of the sandbox
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TaskResult(
        TaskId taskId,
        ProjectId project,
        TaskState state,
        @Nullable OutcomeKind outcome,
        @Nullable Integer exitCode,
        String reason,
        @Nullable String errorCode,
        @Nullable Executor executor,
        @Nullable String executorReason,
        @Nullable String image,
        @Nullable String imageDigest,
        @Nullable String host,
        List<StepResult> steps,
        List<Artifact> artifacts,
        long artifactCount,
        Receipt cleanup,
        List<String> warnings,
        List<Transition> transitions,
        Map<String, String> labels,
        @Nullable TaskId origin,
        Instant createdAt,
        @Nullable Instant endedAt,
        @Nullable Long durationMs)
        implements TaskResultBuilder.With {

    /** The same task after its last change. */
    public TaskResult ended(TaskState how, Instant at, String why) {
        return with().state(how)
                .reason(why)
                .transitions(Stream.concat(transitions.stream(), Stream.of(new Transition(how, at, why)))
                        .toList())
                .endedAt(at)
                .durationMs(Duration.between(createdAt, at).toMillis())
                .build();
    }
}
