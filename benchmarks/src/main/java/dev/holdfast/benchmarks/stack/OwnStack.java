package dev.holdfast.benchmarks.stack;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.PostgresConfig;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxProviders;
import dev.holdfast.benchmarks.rivals.Program;
import dev.holdfast.client.Holdfast;
import dev.holdfast.contract.Executor;
import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StateFile;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A whole stack in a directory of its own on free ports, brought up and down by {@code ./holdfast}. */
public final class OwnStack implements AutoCloseable {
    /** What the tasks of the benchmark run in. */
    public static final Executor EXECUTOR = Executor.OCI;

    private final Path launcher;
    private final StackHome home;
    private final Map<String, String> environment = new HashMap<>();
    private final int waiting;
    private @Nullable Holdfast client;
    private int held;

    private OwnStack(Path launcher, StackHome home, Settings settings) {
        this.launcher = launcher;
        this.home = home;
        this.waiting = settings.pool();
        environment.put(StackHome.VARIABLE, home.directory().toString());
        for (String port : List.of("TEMPORAL", "TEMPORAL_HTTP", "TEMPORAL_UI", "POSTGRES", "S3", "API", "WORKER")) {
            environment.put("HOLDFAST_" + port + "_PORT", "0");
        }
        environment.put("HOLDFAST_NO_BUILD", "1");
        environment.put("HOLDFAST_POOL_SIZE", Integer.toString(settings.pool()));
        environment.put("HOLDFAST_SANDBOX", EXECUTOR.json());
        // The limit of one caller is not what is measured here.
        environment.put("HOLDFAST_API_REQUESTS_PER_SECOND", "100000");
        environment.put("HOLDFAST_API_BURST", "100000");
        environment.putAll(settings.more());
    }

    /**
     * What differs from a stack as it is out of the box.
     *
     * @param pool how many sandboxes wait, started
     */
    public record Settings(int pool, Map<String, String> more) {
        /** Without a pool when that is 0. */
        public static Settings pool(int size) {
            return new Settings(size, Map.of());
        }

        public Settings with(Map<String, String> settings) {
            Map<String, String> all = new HashMap<>(more);
            all.putAll(settings);
            return new Settings(pool, all);
        }

        public Settings with(MinioServer storage) {
            return with(storage.settings());
        }
    }

    /** Returns when it takes tasks and all that waits is there. */
    public static OwnStack start(Path root, Path directory, Settings settings) throws Exception {
        OwnStack stack = new OwnStack(root.resolve("holdfast"), new StackHome(directory), settings);
        try {
            stack.holdfast("up", "--detach");
            stack.settle();
            return stack;
        } catch (Exception failed) {
            stack.close();
            throw failed;
        }
    }

    /** The same one each time, as an orchestrator has it. */
    public Holdfast client() throws IOException {
        Holdfast known = client;
        if (known == null) {
            known = Holdfast.builder()
                    .baseUrl(part("api").address())
                    .token(Files.readString(home.token()).strip())
                    .build();
            client = known;
        }
        return known;
    }

    public long workerProcess() throws IOException {
        var process = part("worker").process();
        if (process == null) {
            throw new IOException("the worker does not run");
        }
        return process.pid();
    }

    public HistoryDatabase history() throws IOException {
        return HistoryDatabase.connect(postgres());
    }

    private Properties secrets() throws IOException {
        Properties secrets = new Properties();
        try (Reader reader = Files.newBufferedReader(home.directory().resolve("secrets.properties"))) {
            secrets.load(reader);
        }
        return secrets;
    }

    public PostgresConfig postgres() throws IOException {
        return new PostgresConfig(
                "jdbc:postgresql://" + part("postgres").address() + "/holdfast",
                "holdfast",
                secrets().getProperty("postgres.password"),
                4);
    }

    /** One sandbox more is in use until further notice, by a task that stays open. */
    public void holdsOneMore() {
        held++;
    }

    public void holdsOneLess() {
        held--;
    }

    /** Until the pool is full and everything that served a task is gone. */
    public void settle() throws Exception {
        Settling.until("the pool of the stack in " + home.directory(), () -> {
            List<Path> directories = sandboxes();
            return directories.size() == waiting + held && directories.stream().allMatch(OwnStack::answers);
        });
    }

    private List<Path> sandboxes() throws IOException {
        Path sandboxes = home.directory().resolve("sandboxes");
        if (!Files.exists(sandboxes)) {
            return List.of();
        }
        try (Stream<Path> directories = Files.list(sandboxes)) {
            return directories.toList();
        }
    }

    /** Its supervisor listens; one that has been recycled does so under another name. */
    private static boolean answers(Path sandbox) {
        String[] listening = sandbox.resolve("control").toFile().list((directory, name) -> name.endsWith(".sock"));
        return listening != null && listening.length > 0;
    }

    private PartState part(String name) throws IOException {
        return new StateFile(home)
                .read()
                .flatMap(state -> state.part(name))
                .orElseThrow(() -> new IOException("the stack in " + home.directory() + " runs without " + name));
    }

    private void holdfast(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        Program.run(command, environment);
    }

    /** A worker that is ended before it has removed all that waits leaves the rest to us. */
    @Override
    public void close() throws IOException {
        try {
            holdfast("down");
        } finally {
            removeSandboxes();
        }
    }

    private void removeSandboxes() {
        if (!Files.exists(home.directory().resolve("instance"))) {
            return;
        }
        try (SandboxProviders providers = new SandboxProviders(SandboxConfig.defaults(home.directory()))) {
            SandboxProvider provider = providers.of(EXECUTOR);
            provider.list().forEach(left -> provider.destroy(left.id()));
        }
    }
}
