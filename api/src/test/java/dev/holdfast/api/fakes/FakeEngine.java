package dev.holdfast.api.fakes;

import dev.holdfast.api.tasks.TaskEngine;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.rest.FilesBrought;
import dev.holdfast.workflows.SandboxActivities.Look;
import dev.holdfast.workflows.SandboxActivities.Looked;
import dev.holdfast.workflows.TaskRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Remembers what was started; a test says how it went on. */
public final class FakeEngine implements TaskEngine {
    public final Map<TaskId, TaskRequest> started = new ConcurrentHashMap<>();
    public final Map<TaskId, String> cancelled = new ConcurrentHashMap<>();
    private final Map<TaskId, View> views = new ConcurrentHashMap<>();
    public volatile Function<Look, Looked> workspace =
            look -> new Looked(null, null, "there is no '" + look.path() + "'");
    public volatile boolean down;

    @Override
    public Start start(TaskRequest request, Duration patience) {
        answer();
        boolean first = started.putIfAbsent(request.taskId(), request) == null;
        views.putIfAbsent(request.taskId(), new View.Running());
        if (first && request.spec().open() != null && patience.isPositive()) {
            return new Start.Answered(ready(request));
        }
        return first ? new Start.Accepted() : new Start.Taken();
    }

    private static TaskResult ready(TaskRequest request) {
        return ContractJson.LENIENT.readValue(
                "{\"taskId\":\"" + request.taskId()
                        + "\",\"state\":\"running\",\"reason\":\"ready\",\"steps\":[],\"artifacts\":[]}",
                TaskResult.class);
    }

    @Override
    public Optional<TaskRequest> request(TaskId taskId) {
        answer();
        return Optional.ofNullable(started.get(taskId));
    }

    @Override
    public View view(TaskId taskId) {
        answer();
        return views.getOrDefault(taskId, new View.Unknown());
    }

    @Override
    public Optional<TaskResult> now(TaskId taskId) {
        return Optional.empty();
    }

    @Override
    public boolean cancel(TaskId taskId, String reason) {
        answer();
        return cancelled.putIfAbsent(taskId, reason) == null;
    }

    @Override
    public Optional<StepResult> step(TaskId taskId, StepSpec step, Duration patience) {
        answer();
        requireOpen(taskId);
        if (step.command().toString().equals("wait in line")) {
            throw new Busy("the task has not taken this yet");
        }
        return step.command().toString().equals("sleep") ? Optional.empty() : Optional.of(FakeWorker.ended(step));
    }

    @Override
    public Optional<FilesBrought> files(TaskId taskId, List<InputFile> files, Duration patience) {
        answer();
        requireOpen(taskId);
        return Optional.of(new FilesBrought(files.size(), 1));
    }

    @Override
    public Looked look(TaskId taskId, Look look, Duration patience) {
        answer();
        requireOpen(taskId);
        return workspace.apply(look);
    }

    @Override
    public Optional<TaskResult> close(TaskId taskId, String reason, Duration patience) {
        answer();
        requireOpen(taskId);
        return Optional.empty();
    }

    private void requireOpen(TaskId taskId) {
        TaskRequest request = started.get(taskId);
        if (request == null || request.spec().open() == null) {
            throw new Refused("the task is not open");
        }
    }

    @Override
    public Optional<String> history(TaskId taskId) {
        answer();
        return started.containsKey(taskId) ? Optional.of("{\"events\": []}") : Optional.empty();
    }

    @Override
    public void ping() {
        answer();
    }

    public void ended(TaskResult result) {
        views.put(result.taskId(), new View.Ended(result));
    }

    public void terminated(TaskId taskId) {
        views.put(taskId, new View.BrokenOff("its workflow was terminated from outside"));
    }

    private void answer() {
        if (down) {
            throw new Unavailable("Temporal does not answer", new IllegalStateException("fake"));
        }
    }
}
