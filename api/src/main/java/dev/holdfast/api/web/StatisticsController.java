package dev.holdfast.api.web;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.TaskStatistics;
import dev.holdfast.api.access.Caller;
import dev.holdfast.api.tasks.HistoryUnavailable;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.rest.Statistics;
import io.swagger.v3.oas.annotations.Operation;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** How tasks went. */
@RestController
class StatisticsController {
    private final TaskStatistics statistics;

    StatisticsController(HistoryDatabase database) {
        this.statistics = database.statistics();
    }

    /**
     * @param since a time, or an age such as {@code 24h}
     */
    @Operation(operationId = "statistics", summary = "How tasks went: totals, durations, anomalies")
    @GetMapping(path = "/v1/stats", produces = MediaType.APPLICATION_JSON_VALUE)
    Statistics look(
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            @RequestParam(required = false) @Nullable String project,
            @RequestParam(required = false) @Nullable String since) {
        ProjectId wanted = project == null ? caller.project() : new ProjectId(project);
        if (wanted != null) {
            caller.requireProject(wanted);
        }
        Instant from = since == null ? null : TaskFilters.time("since", since, Clock.systemUTC());
        return HistoryUnavailable.unless(() -> statistics.statistics(wanted, from));
    }
}
