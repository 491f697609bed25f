package dev.holdfast.activities.reaper;

import dev.holdfast.activities.sandbox.RefusingSandboxes;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.contract.Executor;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Sandboxes of which nothing but their dead man's switch is there. */
final class SwitchedSandboxes extends RefusingSandboxes {
    final List<String> putOff = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> generations = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> hanging = new ConcurrentHashMap<>();
    private volatile boolean engineAway;

    void add(String id) {
        generations.put(id, 0);
    }

    void recycle(String id) {
        generations.merge(id, 1, Integer::sum);
    }

    void end(String id) {
        generations.remove(id);
    }

    void engineAway(boolean away) {
        engineAway = away;
    }

    /** Answers only when the latch is open. */
    void hang(String id, CountDownLatch until) {
        hanging.put(id, until);
    }

    @Override
    public Optional<SandboxHandle> recover(SandboxId id) {
        if (engineAway) {
            throw new SandboxException(SandboxError.ENGINE_UNAVAILABLE, "the engine is away");
        }
        return Optional.ofNullable(generations.get(id.value()))
                .map(generation ->
                        new SandboxHandle(Executor.DOCKER, id, "1", "/work", null, null).withGeneration(generation));
    }

    @Override
    public Supervisor connect(SandboxHandle handle) {
        return (Supervisor) Proxy.newProxyInstance(
                Supervisor.class.getClassLoader(),
                new Class<?>[] {Supervisor.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "lease" -> lease(handle, (Duration) arguments[0]);
                    case "close" -> null;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private Object lease(SandboxHandle handle, Duration time) throws InterruptedException {
        String id = handle.id().value();
        CountDownLatch until = hanging.get(id);
        if (until != null) {
            until.await();
        }
        Integer generation = generations.get(id);
        if (generation == null || generation != handle.generationNumber()) {
            throw new SandboxException(SandboxError.SUPERVISOR_UNREACHABLE, "nobody listens");
        }
        putOff.add(id + " by " + time);
        return new Object();
    }
}
