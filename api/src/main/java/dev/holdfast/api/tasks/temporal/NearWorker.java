package dev.holdfast.api.tasks.temporal;

import dev.holdfast.activities.temporal.NearTask;
import dev.holdfast.api.tasks.TaskEngine.Start;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.workflows.TaskRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * The worker on this machine. It starts a task through Temporal as anybody does, but has it at once. Whatever is wrong with
 * it, tasks are started without it: the same id is the same task.
 */
public final class NearWorker {
    private static final Logger log = LoggerFactory.getLogger(NearWorker.class);
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;

    /** Longer than it waits for a result. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** So long nobody tries again one that does not answer. */
    private static final Duration REST = Duration.ofSeconds(5);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofMillis(500))
            .build();
    private final URI tasks;
    private final Path keyFile;
    private volatile String key = "";
    private volatile long restsUntil = System.nanoTime();

    /** @param keyFile which the worker writes anew whenever it starts */
    public NearWorker(URI address, Path keyFile) {
        this.tasks = address.resolve("/host/tasks");
        this.keyFile = keyFile;
    }

    /** Empty when the task must be started in another way. */
    Optional<Start> start(TaskRequest request) {
        if (System.nanoTime() - restsUntil < 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(started(ContractJson.LENIENT.writeValueAsBytes(request)));
        } catch (IOException | JacksonException failure) {
            restsUntil = System.nanoTime() + REST.toNanos();
            log.info(
                    "the worker of this machine did not start a task, which goes by the queue: {}", failure.toString());
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private Start started(byte[] request) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = post(request);
        if (answer.statusCode() == UNAUTHORIZED) {
            key = Files.readString(keyFile);
            answer = post(request);
        }
        if (answer.statusCode() != OK) {
            throw new IOException("it answered " + answer.statusCode());
        }
        NearTask task = ContractJson.LENIENT.readValue(answer.body(), NearTask.class);
        TaskResult result = task.result();
        if (task.taken()) {
            return new Start.Taken();
        }
        return result == null ? new Start.Accepted() : new Start.Answered(result);
    }

    private HttpResponse<byte[]> post(byte[] request) throws IOException, InterruptedException {
        HttpRequest post = HttpRequest.newBuilder(tasks)
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(request))
                .build();
        return http.send(post, HttpResponse.BodyHandlers.ofByteArray());
    }
}
