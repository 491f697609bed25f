package dev.holdfast.api.fakes;

import dev.holdfast.api.tasks.TaskEngine;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.workflows.TaskRequest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers what was started; a test says how it went on. */
public final class FakeEngine implements TaskEngine {
    public final Map<TaskId, TaskRequest> started = new ConcurrentHashMap<>();
    public final Map<TaskId, String> cancelled = new ConcurrentHashMap<>();
    private final Map<TaskId, View> views = new ConcurrentHashMap<>();
    public volatile boolean down;

    @Override
    public boolean start(TaskRequest request) {
        answer();
        boolean first = started.putIfAbsent(request.taskId(), request) == null;
        views.putIfAbsent(request.taskId(), new View.Running());
        return first;
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
    public boolean cancel(TaskId taskId, String reason) {
        answer();
        return cancelled.putIfAbsent(taskId, reason) == null;
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
