package dev.holdfast.devstack;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Gives a bare machine a container engine and a base image, so that the first task finds a real sandbox. */
final class SandboxPreparation {
    private static final String NAME = "sandbox";

    private final StackConfiguration stack;
    private final Progress progress;

    SandboxPreparation(StackConfiguration stack, Progress progress) {
        this.stack = stack;
        this.progress = progress;
    }

    /** None is not a failure: tasks then run as local processes. */
    Optional<SandboxEngine> engine() throws InterruptedException {
        try {
            return ensured();
        } catch (IOException e) {
            progress.line(NAME, "tasks run as local processes, WITHOUT isolation: " + e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<SandboxEngine> ensured() throws IOException, InterruptedException {
        if (stack.setting("HOLDFAST_SANDBOX").equals("local")) {
            progress.line(NAME, "local processes, without isolation (HOLDFAST_SANDBOX=local)");
            return Optional.empty();
        }
        long begun = System.nanoTime();
        Script.Answer engine = run("ensure-engine");
        if (engine.exitCode() != 0) {
            progress.line(NAME, "no container engine: tasks run as local processes, WITHOUT isolation");
            return Optional.empty();
        }
        Script.Answer image = run("ensure-image");
        if (image.exitCode() == 0) {
            progress.ready(
                    NAME, "engine and base image", engine.output(), Duration.ofNanos(System.nanoTime() - begun), null);
        } else {
            progress.line(NAME, "no base image: name one that the engine has by --image");
        }
        return Optional.of(new SandboxEngine(engine.output(), image.exitCode() == 0 ? runtime() : null));
    }

    /** crun takes a fifth less of the processor's time than runc. Tried, because knowing its name is not enough. */
    private @Nullable String runtime() throws IOException, InterruptedException {
        Script.Answer crun = Script.named(stack.root(), "ensure-crun").run(why -> {});
        if (crun.exitCode() != 0) {
            return null;
        }
        progress.line(NAME, "containers are started by crun");
        return crun.output();
    }

    static Optional<SandboxEngine> result(Future<Optional<SandboxEngine>> engine) throws InterruptedException {
        try {
            return engine.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private Script.Answer run(String script) throws IOException, InterruptedException {
        return Script.named(stack.root(), script).run(line -> progress.line(NAME, line));
    }
}
