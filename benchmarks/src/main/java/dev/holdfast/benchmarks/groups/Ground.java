package dev.holdfast.benchmarks.groups;

import dev.holdfast.benchmarks.rivals.DockerCli;
import dev.holdfast.benchmarks.rivals.EngineApi;
import dev.holdfast.benchmarks.rivals.Program;
import dev.holdfast.benchmarks.stack.MinioServer;
import dev.holdfast.benchmarks.stack.OwnSandboxes;
import dev.holdfast.benchmarks.stack.OwnStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What all groups stand on. Each part is made when the first group asks for it, and all of it is gone at the end. */
public final class Ground implements AutoCloseable {
    /** The command of every row that runs one. */
    static final List<String> COMMAND = List.of("sh", "-c", "echo hi");

    private final Path root;
    private final String image;
    private final Consumer<String> progress;
    private final Path directory;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Map<Stack, OwnStack> stacks = new EnumMap<>(Stack.class);
    private final DockerCli docker;
    private final EngineApi engine;
    private @Nullable OwnSandboxes sandboxes;

    /** Stacks that differ in what waits for a task. */
    public enum Stack {
        /** Burst mode: started sandboxes wait, each for one task. */
        WARM,
        /** Burst mode in which a cleared and checked sandbox serves its project again. */
        RECYCLING,
        /** No sandbox waits. */
        COLD;

        private OwnStack.Settings settings() {
            return switch (this) {
                case WARM -> OwnStack.Settings.pool(POOL);
                case RECYCLING -> OwnStack.Settings.pool(POOL).with(Map.of("HOLDFAST_POOL_USES", "100000"));
                case COLD -> OwnStack.Settings.pool(0);
            };
        }
    }

    static final int POOL = 32;

    /** Of a small worker. */
    static final int HEAP_MB = 192;

    public Ground(Path root, String image, Consumer<String> progress) throws IOException {
        this.root = root;
        this.image = image;
        this.progress = progress;
        this.directory = Files.createTempDirectory("holdfast-bench-");
        this.docker = new DockerCli(image, UUID.randomUUID().toString(), directory);
        this.engine = new EngineApi();
        opened.push(engine);
        opened.push(docker);
    }

    public DockerCli docker() {
        return docker;
    }

    public EngineApi engine() {
        return engine;
    }

    public String image() {
        return image;
    }

    /** What a script of deploy/ prints, such as the path of a program. */
    String script(String name) throws IOException {
        return Program.run(List.of(root.resolve("deploy/scripts").resolve(name).toString()))
                .strip();
    }

    Path scratch(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    void say(String what) {
        progress.accept(what);
    }

    OwnSandboxes sandboxes() {
        OwnSandboxes known = sandboxes;
        if (known == null) {
            known = new OwnSandboxes(directory.resolve("sandboxes"), image, engine);
            opened.push(known);
            sandboxes = known;
        }
        return known;
    }

    OwnStack stack(Stack which) throws Exception {
        OwnStack known = stacks.get(which);
        if (known == null) {
            String name = which.name().toLowerCase(java.util.Locale.ROOT);
            known = start(name, which.settings());
            stacks.put(which, known);
        }
        return known;
    }

    /** One without a pool, with a worker that has little memory. */
    OwnStack small(MinioServer storage) throws Exception {
        return start(
                "small",
                OwnStack.Settings.pool(0)
                        .with(Map.of("HOLDFAST_WORKER_JAVA_OPTIONS", "-Xmx" + HEAP_MB + "m"))
                        .with(storage));
    }

    private OwnStack start(String name, OwnStack.Settings settings) throws Exception {
        say("starting a stack of its own: " + name);
        OwnStack stack = OwnStack.start(root, directory.resolve("stack-" + name), settings);
        opened.push(stack);
        return stack;
    }

    MinioServer minio() throws Exception {
        MinioServer minio = MinioServer.start(script("ensure-minio"), scratch("minio"));
        opened.push(minio);
        return minio;
    }

    /** In the opposite order, all of it, whatever fails. A second call finds nothing to do. */
    @Override
    public synchronized void close() throws IOException {
        IOException left = new IOException("not everything could be cleared away");
        for (AutoCloseable one = opened.poll(); one != null; one = opened.poll()) {
            try {
                one.close();
            } catch (Exception failed) {
                left.addSuppressed(failed);
            }
        }
        Program.run(List.of("rm", "-rf", "--one-file-system", "--", directory.toString()));
        if (left.getSuppressed().length > 0) {
            throw left;
        }
    }
}
