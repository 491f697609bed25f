package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How tasks that have ended went, also those that retention removed since.
 *
 * @param project all of them when absent
 * @param since whole hours, for long times whole days; from the beginning when absent
 * @param successRate between 0 and 1; absent when there were none
 * @param medianMs from acceptance to the end, at most 9 % off; likewise {@code p95Ms}
 * @param anomalies how many tasks of each kind: {@code segfault}, {@code oom}, {@code slowdown}, …
 * @param recent the newest anomalies
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Statistics(
        @Nullable ProjectId project,
        @Nullable Instant since,
        long total,
        Map<String, Long> states,
        @Nullable Double successRate,
        @Nullable Long medianMs,
        @Nullable Long p95Ms,
        Map<String, Long> anomalies,
        List<Anomaly> recent) {

    /**
     * @param detail the step, or what it took and what it usually takes
     */
    public record Anomaly(TaskId taskId, ProjectId project, Instant at, String kind, String detail) {}
}
