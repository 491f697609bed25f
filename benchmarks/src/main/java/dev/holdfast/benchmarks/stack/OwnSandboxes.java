package dev.holdfast.benchmarks.stack;

import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxProviders;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.benchmarks.rivals.EngineApi;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Container sandboxes made by this process with the worker's own code, in a directory of their own. */
public final class OwnSandboxes implements AutoCloseable {
    private final SandboxConfig config;
    private final SandboxProviders providers;
    private final EngineApi engine;
    private final String image;
    private final AtomicInteger number = new AtomicInteger();

    public OwnSandboxes(Path home, String image, EngineApi engine) {
        this.config = SandboxConfig.defaults(home);
        this.providers = new SandboxProviders(config);
        this.image = image;
        this.engine = engine;
    }

    /** Of a kind that the stack's tasks have. */
    public SandboxProvider provider() {
        return provider(OwnStack.EXECUTOR);
    }

    public SandboxProvider provider(Executor executor) {
        return providers.of(executor);
    }

    public SandboxProviders providers() {
        return providers;
    }

    public String image() {
        return image;
    }

    public TaskId nextTask() {
        return new TaskId("bench-" + number.incrementAndGet());
    }

    /** A new one, from nothing to a supervisor that answers. */
    public SandboxHandle start() {
        return start(OwnStack.EXECUTOR);
    }

    public SandboxHandle start(Executor executor) {
        return provider(executor).start(SandboxRequest.of(nextTask(), image, Limits.NONE), Progress.NONE);
    }

    /** Until the network namespaces that are made ahead are there again and used ones are gone. */
    public void settle() throws Exception {
        provider(Executor.DOCKER);
        Settling.until("refilling the network holders", () -> holders() == config.networkHolders());
    }

    private int holders() throws IOException {
        Map<String, String> labels = Map.of(
                "dev.holdfast.instance",
                Files.readString(config.home().resolve("instance")).strip(),
                "dev.holdfast.holder",
                "true");
        return (int) engine.states(labels).stream().filter("running"::equals).count();
    }

    @Override
    public void close() {
        providers.close();
    }
}
