package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.Holdfast;
import dev.holdfast.client.Task;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskIds;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.StoredFile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one case works with. Remembers its tasks, so that each is held against what must be true of all. */
final class Arena {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final StackUnderTest stack;
    private final Executor executor;
    private final List<Task> tasks = new ArrayList<>();

    Arena(StackUnderTest stack) {
        this(stack, Executor.DOCKER);
    }

    /** @param executor what makes the containers */
    Arena(StackUnderTest stack, Executor executor) {
        this.stack = stack;
        this.executor = executor;
    }

    Executor executor() {
        return executor;
    }

    StackUnderTest stack() {
        return stack;
    }

    Task start(HostileTask task) {
        return start(stack.client(), task.spec(executor));
    }

    Task start(Holdfast as, TaskSpec spec) {
        Task started = as.submit(spec);
        tasks.add(started);
        return started;
    }

    Task start(HostileTask task, Map<String, String> secrets) {
        Task started = stack.client().submit(TaskIds.next(Clock.systemUTC()), task.spec(executor), secrets);
        tasks.add(started);
        return started;
    }

    TaskResult run(HostileTask task) {
        return await(start(task));
    }

    /** The result of its one step. */
    StepResult runStep(HostileTask task) {
        TaskResult result = run(task);
        assertThat(result.steps()).as(result.reason()).hasSize(1);
        return result.steps().getFirst();
    }

    TaskResult await(Task task) {
        return task.await(PATIENCE)
                .orElseThrow(() -> new AssertionError(
                        "task " + task.id() + " is still " + task.result().state()));
    }

    /** All pages of what the task left. */
    List<Artifact> artifacts(TaskResult result) {
        return ArtifactPages.all(this, result.taskId());
    }

    /** What the commands wrote, byte for byte. */
    byte[] rawLog(TaskResult result) throws Exception {
        HttpRequest request = request("/v1/tasks/" + result.taskId() + "/logs/raw", stack.token())
                .GET()
                .build();
        return HTTP.send(request, BodyHandlers.ofByteArray()).body();
    }

    HttpResponse<String> submit(String json) throws Exception {
        return send(request("/v1/tasks", stack.token())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build());
    }

    /** The hash under which tasks may name it. */
    String upload(byte[] file) throws Exception {
        HttpResponse<String> answer = send(request("/v1/files", stack.token())
                .header("Content-Type", "application/x-tar")
                .POST(HttpRequest.BodyPublishers.ofByteArray(file))
                .build());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return ContractJson.LENIENT.readValue(answer.body(), StoredFile.class).sha256();
    }

    HttpResponse<String> send(HttpRequest request) throws Exception {
        return HTTP.send(request, BodyHandlers.ofString());
    }

    HttpRequest.Builder request(String path, @Nullable String token) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(stack.apiUrl() + path)).timeout(Duration.ofMinutes(2));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    /** The row says how each task ended, and nothing of its sandbox is left in any state. */
    void assertNothingIsLeft() {
        for (Task task : tasks) {
            TaskResult row = task.result();
            assertThat(row.state().terminal())
                    .as("%s is %s", row.taskId(), row.state())
                    .isTrue();
            assertThat(row.reason()).as("reason").isNotBlank();
            assertThat(row.cleanup().state())
                    .as("cleanup left %s", row.cleanup().left())
                    .isEqualTo(Receipt.State.CLEAN);
            String sandbox = row.cleanup().sandbox();
            if (sandbox != null) {
                assertThat(Machine.containersNamed(sandbox)).as("containers").isEmpty();
                Path directory = stack.directory().resolve("sandboxes").resolve(sandbox);
                assertThat(directory).doesNotExist();
                assertThat(Machine.mountsBelow(directory)).as("mounts").isEmpty();
                assertThat(Machine.loopDevicesBelow(directory))
                        .as("loop devices")
                        .isEmpty();
                assertThat(Machine.processesMentioning(sandbox)).as("processes").isEmpty();
                assertThat(Machine.groupsOf(stack.instance(), sandbox))
                        .as("control groups")
                        .isEmpty();
            }
        }
    }
}
