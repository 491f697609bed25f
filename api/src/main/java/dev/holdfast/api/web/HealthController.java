package dev.holdfast.api.web;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.api.tasks.TaskEngine;
import dev.holdfast.contract.rest.Health;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Whether the API is alive, and whether the parts that it needs answer. Open to everybody, so it says little. */
@RestController
@RequestMapping(path = "/v1/health", produces = MediaType.APPLICATION_JSON_VALUE)
class HealthController {
    private static final long PATIENCE_MILLIS = 1_500;

    private final TaskEngine engine;
    private final HistoryDatabase database;

    HealthController(TaskEngine engine, HistoryDatabase database) {
        this.engine = engine;
        this.database = database;
    }

    /** Always answers with 200: a caller can tell an API that is down from one that waits for its parts. */
    @Operation(operationId = "health", summary = "Whether the API and the parts that it needs answer")
    @GetMapping
    Health health() {
        CompletableFuture<Health.Part> temporal = check("temporal", () -> {
            engine.ping();
            return true;
        });
        CompletableFuture<Health.Part> postgres = check("postgres", database::healthy);
        List<Health.Part> parts = List.of(temporal.join(), postgres.join());
        boolean up = parts.stream().allMatch(part -> part.state().equals("up"));
        return new Health(up ? "up" : "degraded", Version.VALUE, parts);
    }

    /** For load balancers and probes: 503 until every part answers. */
    @Operation(
            operationId = "ready",
            summary = "The same for probes: 503 until every part answers",
            responses = {
                @ApiResponse(responseCode = "200", description = "Every part answers"),
                @ApiResponse(responseCode = "503", description = "Some part does not")
            })
    @GetMapping("/ready")
    ResponseEntity<Health> ready() {
        Health health = health();
        return ResponseEntity.status(health.status().equals("up") ? 200 : 503).body(health);
    }

    private static CompletableFuture<Health.Part> check(String name, BooleanSupplier answers) {
        CompletableFuture<Health.Part> result = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> result.complete(answers(answers) ? up(name) : down(name)));
        return result.completeOnTimeout(down(name), PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static boolean answers(BooleanSupplier question) {
        try {
            return question.getAsBoolean();
        } catch (RuntimeException down) {
            return false;
        }
    }

    private static Health.Part up(String name) {
        return new Health.Part(name, "up", "");
    }

    private static Health.Part down(String name) {
        return new Health.Part(name, "down", "does not answer");
    }
}
