package dev.holdfast.api.fakes;

import dev.holdfast.activities.history.LogStore;
import dev.holdfast.activities.history.StepInputs;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.StepInput;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers what was typed. */
public final class FakeInputs implements StepInputs {
    private final Map<String, Map<Long, StepInput>> typed = new ConcurrentHashMap<>();

    @Override
    public void add(TaskId taskId, String step, StepInput input) {
        typed.computeIfAbsent(taskId + "/" + step, key -> new TreeMap<>()).putIfAbsent(input.number(), input);
    }

    @Override
    public List<StepInput> after(TaskId taskId, String step, long number) {
        return typed.getOrDefault(taskId + "/" + step, Map.of()).values().stream()
                .filter(input -> input.number() > number)
                .toList();
    }

    @Override
    public LogStore.Subscription subscribe(TaskId taskId, Runnable listener) {
        return () -> {};
    }

    @Override
    public void remove(TaskId taskId, String step) {
        typed.remove(taskId + "/" + step);
    }

    @Override
    public void removeOf(TaskId taskId) {
        typed.keySet().removeIf(key -> key.startsWith(taskId + "/"));
    }
}
