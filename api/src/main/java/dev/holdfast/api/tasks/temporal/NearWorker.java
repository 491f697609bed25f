package dev.holdfast.api.tasks.temporal;

import dev.holdfast.activities.temporal.NearTask;
import dev.holdfast.api.tasks.TaskEngine.Start;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.workflows.TaskRequest;
import java.io.IOException;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
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

    private static final MediaType JSON = MediaType.get("application/json");

    /** As many as callers may wait at once without a new connection for each. */
    private static final int CONNECTIONS = 64;

    /** It works in the thread that asks: the JDK's own hands each request to three others, a sixth of the API's time. */
    private final OkHttpClient http = new OkHttpClient.Builder()
            .protocols(List.of(Protocol.HTTP_1_1))
            .connectTimeout(Duration.ofMillis(500))
            .readTimeout(Duration.ZERO)
            .callTimeout(PATIENCE)
            .connectionPool(new ConnectionPool(CONNECTIONS, 1, TimeUnit.MINUTES))
            .proxy(Proxy.NO_PROXY)
            .followRedirects(false)
            .build();

    private final HttpUrl tasks;
    private final Path keyFile;
    private volatile String key = "";
    private volatile long restsUntil = System.nanoTime();

    /** @param keyFile which the worker writes anew whenever it starts */
    public NearWorker(URI address, Path keyFile) {
        this.tasks = HttpUrl.get(address.resolve("/host/tasks").toString());
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
            if (Thread.currentThread().isInterrupted()) {
                return Optional.empty();
            }
            restsUntil = System.nanoTime() + REST.toNanos();
            log.info(
                    "the worker of this machine did not start a task, which goes by the queue: {}", failure.toString());
            return Optional.empty();
        }
    }

    private Start started(byte[] request) throws IOException {
        Answer answer = post(request);
        if (answer.status() == UNAUTHORIZED) {
            key = Files.readString(keyFile);
            answer = post(request);
        }
        if (answer.status() != OK) {
            throw new IOException("it answered " + answer.status());
        }
        NearTask task = ContractJson.LENIENT.readValue(answer.body(), NearTask.class);
        TaskResult result = task.result();
        if (task.taken()) {
            return new Start.Taken();
        }
        return result == null ? new Start.Accepted() : new Start.Answered(result);
    }

    private Answer post(byte[] request) throws IOException {
        Request post = new Request.Builder()
                .url(tasks)
                .header("Authorization", "Bearer " + key)
                .post(RequestBody.create(request, JSON))
                .build();
        try (Response response = http.newCall(post).execute()) {
            return new Answer(response.code(), response.body().bytes());
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // nobody compares two
    private record Answer(int status, byte[] body) {}
}
