package dev.holdfast.client;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.ResourceSample;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskIds;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.ArtifactLink;
import dev.holdfast.contract.rest.ArtifactPage;
import dev.holdfast.contract.rest.Cancellation;
import dev.holdfast.contract.rest.LogSlice;
import dev.holdfast.contract.rest.RerunRequest;
import dev.holdfast.contract.rest.TaskDiff;
import dev.holdfast.contract.rest.TestResults;
import dev.holdfast.contract.rest.UsageList;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One task. Holds nothing but its id, so it can be thrown away and had again by {@link Holdfast#task}. */
public final class Task {
    static final Duration TIMEOUT = Duration.ofSeconds(30);
    static final Duration LONG_POLL = Duration.ofSeconds(30);

    private final Transport transport;
    private final TaskId id;

    Task(Transport transport, TaskId id) {
        this.transport = transport;
        this.id = id;
    }

    public TaskId id() {
        return id;
    }

    /** The task as it is now. */
    public TaskResult result() {
        return transport.send(transport.request(path(""), TIMEOUT).GET().build(), TaskResult.class);
    }

    /** Waits for the end, however long it takes. */
    public TaskResult await() {
        while (true) {
            TaskResult now = poll(LONG_POLL, "end");
            if (now.state().terminal()) {
                return now;
            }
        }
    }

    /** Waits until it is known how the task ended; its sandbox may still be there. */
    public TaskResult awaitResult() {
        while (true) {
            TaskResult now = poll(LONG_POLL, "result");
            if (hasResult(now)) {
                return now;
            }
        }
    }

    /** The same, at most this long (the API waits a minute at most); the task as it is then. */
    public TaskResult awaitResult(Duration atMost) {
        return poll(atMost, "result");
    }

    /** It is known how the task ended. */
    public static boolean hasResult(TaskResult now) {
        return now.state().terminal() || now.state() == TaskState.RELEASING;
    }

    /** Waits for the end, at most this long; empty when the task still runs then. */
    public Optional<TaskResult> await(Duration atMost) {
        Instant deadline = Instant.now().plus(atMost);
        while (true) {
            Duration left = Duration.between(Instant.now(), deadline);
            Duration wait = left.isNegative() ? Duration.ZERO : left;
            TaskResult now = poll(wait.compareTo(LONG_POLL) < 0 ? wait : LONG_POLL, "end");
            if (now.state().terminal()) {
                return Optional.of(now);
            }
            if (wait.isZero()) {
                return Optional.empty();
            }
        }
    }

    public CompletableFuture<TaskResult> awaitAsync(Executor executor) {
        return CompletableFuture.supplyAsync(this::await, executor);
    }

    /**
     * Reports everything from the task's beginning to its end, which is returned. Blocks; a connection that breaks is
     * resumed where it broke, so nothing comes twice and nothing is missed.
     */
    public TaskResult follow(TaskListener listener) {
        return new Following(transport, path("/events"), listener).run();
    }

    /**
     * The same, but of the output only what comes behind a cursor of the log, such as {@link LogSlice#cursor} of what was
     * read before.
     */
    public TaskResult follow(TaskListener listener, long cursor) {
        return new Following(transport, path("/events"), listener).from(cursor).run();
    }

    /**
     * A part of the log.
     *
     * @param cursor 0 for the beginning, else {@link LogSlice#cursor} of the part before
     */
    public LogSlice logs(long cursor) {
        return transport.send(
                transport.request(path("/logs?cursor=" + cursor), TIMEOUT).GET().build(), LogSlice.class);
    }

    /** The same, at most about so many bytes. */
    public LogSlice logs(long cursor, int limit) {
        return transport.send(
                transport
                        .request(path("/logs?cursor=" + cursor + "&limit=" + limit), TIMEOUT)
                        .GET()
                        .build(),
                LogSlice.class);
    }

    /** All that was collected, in the order of paths. */
    public List<Artifact> artifacts() {
        List<Artifact> all = new ArrayList<>();
        String cursor = null;
        do {
            String query = cursor == null ? "" : "?cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8);
            ArtifactPage page = transport.send(
                    transport.request(path("/artifacts" + query), TIMEOUT).GET().build(), ArtifactPage.class);
            all.addAll(page.artifacts());
            cursor = page.next();
        } while (cursor != null);
        return all;
    }

    /** The bytes of one artifact; to be closed by the caller. */
    public InputStream artifact(String artifactPath) {
        return transport.open(download(artifactPath).GET().build()).body();
    }

    /**
     * A part of one artifact; to be closed by the caller.
     *
     * @param from the first byte, which must be there
     */
    public InputStream artifact(String artifactPath, long from, long length) {
        return transport.part(download(artifactPath), from, length);
    }

    /**
     * An address from which anybody may download one artifact for that long, at most 7 days. The storage has to be
     * reachable from there.
     */
    public ArtifactLink artifactLink(String artifactPath, Duration lifetime) {
        String query = "?path=" + URLEncoder.encode(artifactPath, StandardCharsets.UTF_8) + "&lifetime=" + lifetime;
        return transport.send(
                transport
                        .request(path("/artifacts/link" + query), TIMEOUT)
                        .POST(BodyPublishers.noBody())
                        .build(),
                ArtifactLink.class);
    }

    private HttpRequest.Builder download(String artifactPath) {
        String query = "?path=" + URLEncoder.encode(artifactPath, StandardCharsets.UTF_8);
        return transport.request(path("/artifacts/content" + query), TIMEOUT).setHeader("Accept", "*/*");
    }

    /** What was asked for; values of variables whose names look secret are stars. */
    public TaskSpec spec() {
        return transport.send(transport.request(path("/spec"), TIMEOUT).GET().build(), TaskSpec.class);
    }

    /** Everything that happened to the task's workflow, in Temporal's JSON: what a replay needs. */
    public String history() {
        try (InputStream body = transport
                .open(transport.request(path("/history"), TIMEOUT).GET().build())
                .body()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException cutOff) {
            throw new HoldfastException.Unreachable("the history of task " + id + " was cut off", cutOff);
        }
    }

    /** Runs it again from the same inputs, as a new task. A request that is lost on the way is repeated and still makes one. */
    public Task rerun(RerunRequest request) {
        RerunRequest keyed = request.taskId() == null ? request.withTaskId(TaskIds.next(Clock.systemUTC())) : request;
        TaskResult accepted = transport.post(path("/rerun"), keyed, TIMEOUT, TaskResult.class);
        return new Task(transport, accepted.taskId());
    }

    /** The task as one file, to be kept, checked and imported elsewhere; to be closed by the caller. */
    public InputStream bundle() {
        return transport
                .open(transport
                        .request(path("/bundle"), Duration.ofMinutes(30))
                        .setHeader("Accept", "*/*")
                        .GET()
                        .build())
                .body();
    }

    /** How it differs from another task, which counts as before. */
    public TaskDiff diff(TaskId base) {
        return transport.send(
                transport
                        .request(path("/diff?base=" + base.value()), Duration.ofMinutes(5))
                        .GET()
                        .build(),
                TaskDiff.class);
    }

    /** What the test reports among its artifacts say. */
    public TestResults tests() {
        return transport.send(transport.request(path("/tests"), TIMEOUT).GET().build(), TestResults.class);
    }

    /** What its sandbox used while its steps ran, in the order of time; also while it still runs. */
    public List<ResourceSample> usage() {
        return transport
                .send(transport.request(path("/usage"), TIMEOUT).GET().build(), UsageList.class)
                .samples();
    }

    /** Keeps the task for good, or lets retention have it again. */
    public void pin(boolean pinned) throws IOException {
        var request = transport.request(path("/pin"), TIMEOUT);
        transport
                .open((pinned ? request.PUT(BodyPublishers.noBody()) : request.DELETE()).build())
                .body()
                .close();
    }

    /** Asks the task to end early. A second time, or after the end, changes nothing. */
    public TaskResult cancel(@Nullable String reason) {
        return transport.post(path("/cancel"), new Cancellation(reason), TIMEOUT, TaskResult.class);
    }

    private TaskResult poll(Duration wait, String until) {
        return transport.send(
                transport
                        .request(path("?wait=" + wait.toMillis() + "ms&until=" + until), wait.plus(TIMEOUT))
                        .GET()
                        .build(),
                TaskResult.class);
    }

    private String path(String rest) {
        return "v1/tasks/" + id.value() + rest;
    }
}
