package dev.holdfast.worker;

import dev.holdfast.activities.task.Listeners;
import dev.holdfast.activities.temporal.NearTask;
import dev.holdfast.activities.temporal.TaskStart;
import dev.holdfast.activities.temporal.TemporalConnection;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.workflows.TaskRequest;
import io.temporal.client.WorkflowServiceException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Starts tasks for an API on the same machine. This worker then has the workflow with Temporal's first answer, where others
 * would wait for a queue, and says how a short task ended without anybody looking into the database.
 */
@RestController
@RequestMapping("/host/tasks")
class NearTasksController {
    /** What takes longer is heard of through the database. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final HostKey key;
    private final TemporalConnection temporal;
    private final Listeners listeners;

    NearTasksController(HostKey key, TemporalConnection temporal, Listeners listeners) {
        this.key = key;
        this.temporal = temporal;
        this.listeners = listeners;
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE, produces = MediaType.APPLICATION_JSON_VALUE)
    byte[] start(
            @RequestHeader(name = "Authorization", required = false) @Nullable String authorization,
            @RequestBody byte[] body)
            throws InterruptedException {
        key.require(authorization);
        TaskRequest request = ContractJson.LENIENT.readValue(body, TaskRequest.class);
        try (Listeners.Listener listener = listeners.listen(request.taskId())) {
            boolean taken = !TaskStart.start(temporal.client(), TaskStart.eagerOptions(request), request);
            return ContractJson.LENIENT.writeValueAsBytes(new NearTask(taken, taken ? null : result(listener)));
        } catch (WorkflowServiceException failure) {
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, "Temporal does not answer", failure);
        }
    }

    private static @Nullable TaskResult result(Listeners.Listener listener) throws InterruptedException {
        try {
            return listener.result().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException takesLonger) {
            return null;
        }
    }
}
