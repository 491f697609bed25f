package dev.holdfast.api.web;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.TaskStatistics;
import dev.holdfast.api.access.Caller;
import dev.holdfast.api.access.Forbidden;
import dev.holdfast.api.access.RateLimits;
import dev.holdfast.api.tasks.HistoryUnavailable;
import dev.holdfast.contract.rest.Statistics;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.management.ManagementFactory;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/** How tasks and requests went, as numbers for Prometheus. */
@RestController
class MetricsController {
    private final TaskStatistics statistics;
    private final RequestCounts requests;
    private final RateLimits limits;

    MetricsController(HistoryDatabase database, RequestCounts requests, RateLimits limits) {
        this.statistics = database.statistics();
        this.requests = requests;
        this.limits = limits;
    }

    @Operation(
            operationId = "metrics",
            summary = "How tasks and requests went, in Prometheus' text format",
            description =
                    "Of all projects, so it needs a token that is not confined to one. What concerns tasks is left"
                            + " out, and holdfast_history_up is 0, while the database does not answer.",
            responses =
                    @ApiResponse(
                            responseCode = "200",
                            description = "The numbers",
                            content =
                                    @Content(
                                            mediaType = MediaType.TEXT_PLAIN_VALUE,
                                            schema = @Schema(type = "string"))))
    @GetMapping("/v1/metrics")
    ResponseEntity<String> look(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        if (caller.project() != null) {
            throw new Forbidden(
                    "the token is confined to project '" + caller.project() + "'; this concerns all of them");
        }
        PrometheusText text = new PrometheusText();
        tasks(text);
        requests(text);
        process(text);
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType(PrometheusText.CONTENT_TYPE))
                .body(text.toString());
    }

    private void tasks(PrometheusText text) {
        try {
            Statistics all = HistoryUnavailable.unless(() -> statistics.statistics(null, null));
            text.gauge("holdfast_history_up", "Whether the database answers.", 1);
            all.states()
                    .forEach((state, count) -> text.counter(
                            "holdfast_tasks_ended_total", "Tasks that have ended.", (double) count, "state", state));
            if (all.medianMs() != null && all.p95Ms() != null) {
                String help = "From acceptance to the end, of all tasks.";
                text.gauge("holdfast_task_duration_seconds", help, all.medianMs() / 1000.0, "quantile", "0.5");
                text.gauge("holdfast_task_duration_seconds", help, all.p95Ms() / 1000.0, "quantile", "0.95");
            }
            all.anomalies()
                    .forEach((kind, count) -> text.counter(
                            "holdfast_task_anomalies_total", "Tasks that were odd.", (double) count, "kind", kind));
        } catch (HistoryUnavailable down) {
            text.gauge("holdfast_history_up", "Whether the database answers.", 0);
        }
    }

    private void requests(PrometheusText text) {
        requests.forEach((kind, count) -> text.counter(
                "holdfast_api_requests_total",
                "Requests that were answered.",
                (double) count.requests().sum(),
                "operation",
                kind.operation(),
                "status",
                Integer.toString(kind.status())));
        requests.forEach((kind, count) -> text.counter(
                "holdfast_api_request_seconds_total",
                "How long answering took, streams and waiting included.",
                count.nanos().sum() / 1e9,
                "operation",
                kind.operation(),
                "status",
                Integer.toString(kind.status())));
        text.counter("holdfast_api_rate_limited_total", "Requests that came too often and were refused.", (double)
                limits.refused());
    }

    private static void process(PrometheusText text) {
        Runtime runtime = Runtime.getRuntime();
        text.gauge("holdfast_api_info", "Which version answers.", 1, "version", Version.VALUE);
        text.gauge(
                "holdfast_api_uptime_seconds",
                "Since the API was started.",
                ManagementFactory.getRuntimeMXBean().getUptime() / 1000.0);
        text.gauge("holdfast_api_heap_used_bytes", "Heap in use, garbage included.", (double)
                (runtime.totalMemory() - runtime.freeMemory()));
        text.gauge("holdfast_api_heap_limit_bytes", "How far the heap may grow.", (double) runtime.maxMemory());
    }
}
