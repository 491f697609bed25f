package dev.holdfast.client;

import dev.holdfast.contract.Command;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskIds;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.rest.Closing;
import dev.holdfast.contract.rest.FilesBrought;
import dev.holdfast.contract.rest.NewFiles;
import dev.holdfast.contract.rest.StepAnswer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
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
     * @throws HoldfastException.Conflict when the task is closed, or had another command under the step's name
     */
    public StepResult run(StepSpec step) {
        StepSpec named = step.name() != null ? step : step.withName("step-" + TaskIds.next(Clock.systemUTC()));
        while (true) {
            StepAnswer answer = send("/steps?wait=" + LONG_POLL.toMillis() + "ms", named, LONG_POLL, StepAnswer.class);
            if (answer.result() != null) {
                return answer.result();
            }
        }
    }

    /** Brings files into the workspace; large ones by {@link Holdfast#upload} first. */
    public FilesBrought put(InputFile... files) {
        return send("/files", new NewFiles(List.of(files)), STAGING, FilesBrought.class);
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
        HttpRequest request = transport
                .request("v1/tasks/" + id().value() + path, patience.plus(Task.TIMEOUT))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(ContractJson.LENIENT.writeValueAsBytes(body)))
                .build();
        return transport.send(request, type);
    }
}
