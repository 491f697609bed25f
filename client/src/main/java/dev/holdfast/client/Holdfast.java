package dev.holdfast.client;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.OpenSpec;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskIds;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.Health;
import dev.holdfast.contract.rest.Statistics;
import dev.holdfast.contract.rest.StoredFile;
import dev.holdfast.contract.rest.TaskPage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The door to a Holdfast API.
 *
 * <pre>{@code
 * Holdfast holdfast = Holdfast.builder().baseUrl("http://127.0.0.1:8420").token(token).build();
 * TaskResult result = holdfast.run(TaskSpec.of(StepSpec.of(Command.of("make", "test"))));
 * }</pre>
 *
 * Safe for use by many threads.
 */
public final class Holdfast {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration UPLOAD_TIMEOUT = Duration.ofMinutes(30);

    private final Transport transport;

    Holdfast(Transport transport) {
        this.transport = transport;
    }

    public static HoldfastBuilder builder() {
        return new HoldfastBuilder();
    }

    /** Starts a task under a new id. A request that is lost on the way is repeated and still makes one task. */
    public Task submit(TaskSpec spec) {
        return submit(TaskIds.next(Clock.systemUTC()), spec);
    }

    /**
     * Starts a task under the caller's own id. The same id with the same spec is the same task, however often it is
     * submitted.
     *
     * @throws HoldfastException.Conflict when the id belongs to a task with another spec
     */
    public Task submit(TaskId taskId, TaskSpec spec) {
        return submit(taskId, spec, Map.of());
    }

    /**
     * The same with secrets of the caller's own, for this task alone. They are kept sealed and removed when it ends.
     *
     * @param secretValues by name; the spec names them in its {@code secrets}
     */
    public Task submit(TaskId taskId, TaskSpec spec, Map<String, String> secretValues) {
        return new Task(
                transport, post(taskId, spec, secretValues, "v1/tasks", TIMEOUT).taskId());
    }

    /**
     * Starts a task and returns as soon as it is known how it ended, by one call where it is short. Its state then is
     * {@code releasing}: the sandbox is on its way out, and {@link Task#await()} has the receipt.
     */
    public TaskResult run(TaskSpec spec) {
        return run(TaskIds.next(Clock.systemUTC()), spec);
    }

    /** The same under the caller's own id. */
    public TaskResult run(TaskId taskId, TaskSpec spec) {
        TaskResult now = start(taskId, spec, Task.LONG_POLL);
        return Task.hasResult(now) ? now : task(now.taskId()).awaitResult();
    }

    /** The same beside the caller's own thread. */
    public CompletableFuture<TaskResult> runAsync(TaskSpec spec, Executor executor) {
        return CompletableFuture.supplyAsync(() -> run(spec), executor);
    }

    /**
     * Starts a task and waits a while for its result; of an open one, for the steps of its spec.
     *
     * @param atMost the API waits a minute at most
     * @return the task as it is then
     */
    public TaskResult start(TaskId taskId, TaskSpec spec, Duration atMost) {
        return start(taskId, spec, Map.of(), atMost);
    }

    private TaskResult start(TaskId taskId, TaskSpec spec, Map<String, String> secretValues, Duration atMost) {
        String path = "v1/tasks?until=result&wait=" + atMost.toMillis() + "ms";
        return post(taskId, spec, secretValues, path, TIMEOUT.plus(atMost));
    }

    /**
     * Opens a task and returns when its sandbox is ready and the steps of its spec, if any, have ended: opening and the
     * first command are one call.
     *
     * <pre>{@code
     * try (var task = holdfast.open(TaskSpec.of())) {
     *     task.run("npm", "ci");
     *     task.run("npm", "test");
     * }
     * }</pre>
     *
     * @param spec one without {@link TaskSpec#open} gets the usual idle time and lifetime
     */
    public OpenTask open(TaskSpec spec) {
        return open(TaskIds.next(Clock.systemUTC()), spec);
    }

    /** The same under the caller's own id. */
    public OpenTask open(TaskId taskId, TaskSpec spec) {
        return open(taskId, spec, Map.of());
    }

    /** The same with secrets of the caller's own, as in {@link #submit(TaskId, TaskSpec, Map)}. */
    public OpenTask open(TaskId taskId, TaskSpec spec, Map<String, String> secretValues) {
        TaskSpec opened = spec.open() == null ? spec.withOpen(OpenSpec.STANDARD) : spec;
        return openTask(start(taskId, opened, secretValues, Task.LONG_POLL).taskId());
    }

    /** An open task that was opened before, here or elsewhere. Does not ask whether it exists. */
    public OpenTask openTask(TaskId taskId) {
        return new OpenTask(transport, taskId);
    }

    private TaskResult post(
            TaskId taskId, TaskSpec spec, Map<String, String> secretValues, String path, Duration timeout) {
        ObjectNode body = ContractJson.LENIENT.valueToTree(spec);
        body.put("taskId", taskId.value());
        if (spec.project().equals(ProjectId.DEFAULT)) {
            // A token that is confined to a project means that one.
            body.remove("project");
        }
        if (!secretValues.isEmpty()) {
            body.set("secretValues", ContractJson.LENIENT.valueToTree(secretValues));
        }
        return transport.post(path, body, timeout, TaskResult.class);
    }

    /** A task that was submitted before, here or elsewhere. Does not ask whether it exists. */
    public Task task(TaskId taskId) {
        return new Task(transport, taskId);
    }

    /**
     * Tasks, newest first.
     *
     * @param states none means all
     * @param after {@link TaskPage#next} of the page before
     */
    public TaskPage list(Collection<TaskState> states, int limit, @Nullable String after) {
        return list(states, List.of(), limit, after);
    }

    /**
     * The same, narrowed further.
     *
     * @param filters parameters of the listing, such as {@code label=team=x}, {@code exitCode=3}, {@code since=24h}
     */
    public TaskPage list(
            Collection<TaskState> states, List<Map.Entry<String, String>> filters, int limit, @Nullable String after) {
        String query = "v1/tasks?limit=" + limit
                + (states.isEmpty()
                        ? ""
                        : "&state=" + states.stream().map(TaskState::json).collect(Collectors.joining(",")))
                + filters.stream()
                        .map(filter -> "&" + filter.getKey() + "="
                                + URLEncoder.encode(filter.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining())
                + (after == null ? "" : "&cursor=" + URLEncoder.encode(after, StandardCharsets.UTF_8));
        return transport.send(transport.request(query, TIMEOUT).GET().build(), TaskPage.class);
    }

    /** Brings a file to the API, to be named by its hash in a task's files. */
    public StoredFile upload(Path file) throws IOException {
        return upload(BodyPublishers.ofFile(file));
    }

    /** The same for content that is in memory already. */
    public StoredFile upload(byte[] content) {
        return upload(BodyPublishers.ofByteArray(content));
    }

    private StoredFile upload(HttpRequest.BodyPublisher content) {
        return transport.send(
                transport
                        .request("v1/files", UPLOAD_TIMEOUT)
                        .header("Content-Type", "application/octet-stream")
                        .POST(content)
                        .build(),
                StoredFile.class);
    }

    /** Brings all files below a directory as one tar archive, for an input file that is unpacked. */
    public StoredFile uploadDirectory(Path directory) throws IOException {
        return uploadArchive(tar -> tar.pack(directory));
    }

    /** The same for some of its files, given relative to it. */
    public StoredFile uploadFiles(Path directory, List<String> files) throws IOException {
        return uploadArchive(tar -> tar.pack(directory, files));
    }

    private interface Packing {
        void into(TarWriter tar) throws IOException;
    }

    private StoredFile uploadArchive(Packing packing) throws IOException {
        Path archive = Files.createTempFile("holdfast-upload", ".tar");
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(archive))) {
                packing.into(new TarWriter(out));
            }
            return upload(archive);
        } finally {
            Files.delete(archive);
        }
    }

    /**
     * Takes in a task that ran elsewhere; refused when its bundle was changed.
     *
     * @param as another id than its own; null to keep it
     */
    public TaskResult importBundle(Path bundle, @Nullable TaskId as) throws IOException {
        return transport.send(
                transport
                        .request("v1/bundles" + (as == null ? "" : "?as=" + as.value()), UPLOAD_TIMEOUT)
                        .header("Content-Type", "application/gzip")
                        .POST(BodyPublishers.ofFile(bundle))
                        .build(),
                TaskResult.class);
    }

    /**
     * How tasks went.
     *
     * @param since a time, or an age such as {@code 24h}; from the beginning when null
     */
    public Statistics statistics(@Nullable ProjectId project, @Nullable String since) {
        String query = (project == null ? "" : "&project=" + URLEncoder.encode(project.value(), StandardCharsets.UTF_8))
                + (since == null ? "" : "&since=" + URLEncoder.encode(since, StandardCharsets.UTF_8));
        return transport.send(
                transport
                        .request("v1/stats" + query.replaceFirst("&", "?"), TIMEOUT)
                        .GET()
                        .build(),
                Statistics.class);
    }

    /** Code: what it is, what is dangerous in it, and the task that builds or tests it. */
    public Projects projects() {
        return new Projects(transport);
    }

    /** Tokens, secrets and retention: what operators do. */
    public Administration administration() {
        return new Administration(transport);
    }

    public Health health() {
        return transport.send(transport.request("v1/health", TIMEOUT).GET().build(), Health.class);
    }
}
