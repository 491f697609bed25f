package dev.holdfast.client;

import dev.holdfast.contract.Command;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskIds;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.WorkspaceEntry;
import dev.holdfast.contract.rest.Closing;
import dev.holdfast.contract.rest.FilesBrought;
import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.contract.rest.NewFiles;
import dev.holdfast.contract.rest.StepAnswer;
import dev.holdfast.contract.rest.StepInput;
import dev.holdfast.contract.rest.WorkspacePage;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A task that stays open: one sandbox for many commands. Closing it collects its artifacts and removes the sandbox; one
 * that nobody closes ends by its idle time. Safe for use by many threads, whose commands then run one after the other.
 */
public final class OpenTask implements AutoCloseable {
    private static final Duration LONG_POLL = Duration.ofSeconds(30);
    private static final Duration STAGING = Duration.ofMinutes(11);

    private final Transport transport;
    private final Task task;

    OpenTask(Transport transport, TaskId id) {
        this.transport = transport;
        this.task = new Task(transport, id);
    }

    public TaskId id() {
        return task.id();
    }

    /** The same task, to look at, to follow or to cancel. */
    public Task task() {
        return task;
    }

    /** Runs a program with its arguments; no shell is added. A non-zero exit is a result. */
    public StepResult run(String... command) {
        return run(StepSpec.of(Command.of(List.of(command))));
    }

    /**
     * Runs a step and waits for its end, however long it takes. A request that is lost on the way is repeated and runs
     * nothing twice.
     *
     * @throws HoldfastException.Conflict when the task is closed, or had another step under its name
     * @throws HoldfastException.Invalid when the step asks for what it may not have; its name may be used again
     */
    public StepResult run(StepSpec step) {
        StepSpec named = named(step);
        while (true) {
            Optional<StepResult> result = run(named, LONG_POLL);
            if (result.isPresent()) {
                return result.get();
            }
        }
    }

    /** The same beside the caller's own thread. */
    public CompletableFuture<StepResult> runAsync(StepSpec step, Executor executor) {
        return CompletableFuture.supplyAsync(() -> run(step), executor);
    }

    private static StepSpec named(StepSpec step) {
        return step.name() != null ? step : step.withName("step-" + TaskIds.next(Clock.systemUTC()));
    }

    /**
     * Runs a step and waits for its end, at most this long.
     *
     * @param step with a name: the same again waits for the same step
     * @param atMost the API waits a minute at most
     */
    public Optional<StepResult> run(StepSpec step, Duration atMost) {
        StepAnswer answer = send("/steps?wait=" + atMost.toMillis() + "ms", step, atMost, StepAnswer.class);
        return Optional.ofNullable(answer.result());
    }

    /**
     * Runs a step and reports what it writes as it comes, from a thread of the SDK's own.
     *
     * @param output what is said here is in the result, too, as far as it has room
     */
    public StepResult run(StepSpec step, Consumer<LogEntry> output) {
        StepSpec named = named(step);
        try (LiveOutput live = new LiveOutput(transport, path(""), String.valueOf(named.name()), output)) {
            live.start();
            StepResult result = run(named);
            live.awaitAllOf(result);
            return result;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new HoldfastException.Unreachable("interrupted while waiting for a step's output", interrupted);
        }
    }

    /** Types into the terminal of a step that runs, or resizes it. */
    public void type(String step, StepInput input) {
        String name = URLEncoder.encode(step, StandardCharsets.UTF_8).replace("+", "%20");
        transport.post(path("/steps/" + name + "/input"), input, Task.TIMEOUT);
    }

    /** Brings files into the workspace; large ones by {@link Holdfast#upload} first. */
    public FilesBrought put(InputFile... files) {
        return send("/files", new NewFiles(List.of(files)), STAGING, FilesBrought.class);
    }

    /**
     * What lies in a directory of the workspace, also while a command runs.
     *
     * @param directory relative to the workspace, {@code .} for all of it
     */
    public List<WorkspaceEntry> list(String directory) {
        List<WorkspaceEntry> all = new ArrayList<>();
        String cursor = null;
        do {
            String query = "?path=" + encoded(directory) + (cursor == null ? "" : "&cursor=" + encoded(cursor));
            WorkspacePage page = transport.send(
                    transport
                            .request(path("/workspace" + query), LONG_POLL.plus(Task.TIMEOUT))
                            .GET()
                            .build(),
                    WorkspacePage.class);
            all.addAll(page.entries());
            cursor = page.next();
        } while (cursor != null);
        return all;
    }

    /** The bytes of one file of the workspace as it is now, or a tar archive of a directory; to be closed by the caller. */
    public InputStream read(String file) {
        return transport.open(download(file).GET().build()).body();
    }

    /**
     * A part of one file of the workspace; to be closed by the caller.
     *
     * @param from the first byte, which must be there
     */
    public InputStream read(String file, long from, long length) {
        return transport.part(download(file), from, length);
    }

    private HttpRequest.Builder download(String file) {
        return transport
                .request(path("/workspace/content?path=" + encoded(file)), STAGING)
                .setHeader("Accept", "*/*");
    }

    private String path(String rest) {
        return "v1/tasks/" + id().value() + rest;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Closes the task and returns when its artifacts are there. A second time changes nothing. */
    public TaskResult close(@Nullable String reason) {
        while (true) {
            TaskResult now = send("/close?wait=30s", new Closing(reason), LONG_POLL, TaskResult.class);
            if (Task.hasResult(now)) {
                return now;
            }
        }
    }

    @Override
    public void close() {
        close(null);
    }

    private <T> T send(String path, Object body, Duration patience, Class<T> type) {
        return transport.post(path(path), body, patience.plus(Task.TIMEOUT), type);
    }
}
