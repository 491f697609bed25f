package dev.holdfast.lab.chaos;

import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.temporal.TemporalConfig;
import dev.holdfast.activities.temporal.TemporalConnection;
import dev.holdfast.client.Holdfast;
import dev.holdfast.devstack.control.Condition;
import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.ProcessIdentity;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StateFile;
import dev.holdfast.devstack.control.StopSignal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Everything that tasks need, in a directory of its own: the dev stack's Temporal, PostgreSQL, S3 and API, an engine of
 * our own, workers that we start ourselves, and a proxy in front of everything that a worker uses.
 */
final class ChaosStack {
    static final String IMAGE = "debian:bookworm-slim";
    static final Duration REAPER_GRACE = Duration.ofSeconds(4);
    private static final Duration EVENTUALLY = Duration.ofMinutes(3);

    /** A sandbox ends itself when no worker renewed its lease for so long, so one must be away for less. */
    private static final Duration LEASE_BESIDE_OUTAGES = Duration.ofSeconds(90);

    private final Path root;
    private final StackHome home;
    private final Properties secrets = new Properties();
    private final PrivateEngine engine;
    private final FaultProxy engineProxy;
    private final FaultProxy temporalProxy;
    private final FaultProxy postgresProxy;
    private final FaultProxy s3Proxy;
    private final TemporalConnection temporal;
    private final Holdfast client;
    private final Duration lease;
    private final String sandbox;
    private final HeldRuntime runtime;
    private final List<WorkerProcess> launched = new CopyOnWriteArrayList<>();
    private @Nullable WorkerProcess worker;

    private ChaosStack(ChaosOptions options, StackHome home, PrivateEngine engine)
            throws IOException, InterruptedException {
        this.root = options.root();
        this.sandbox = options.sandbox();
        this.lease = LEASE_BESIDE_OUTAGES.plus(options.outage());
        this.runtime = HeldRuntime.in(home.directory().resolve("programs"));
        this.home = home;
        this.engine = engine;
        try (var in = Files.newBufferedReader(home.directory().resolve("secrets.properties"))) {
            secrets.load(in);
        }
        this.engineProxy = FaultProxy.toSocket(engine.socket(), home.directory().resolve("engine.sock"));
        this.temporalProxy = FaultProxy.toPort(portOf("temporal"));
        this.postgresProxy = FaultProxy.toPort(portOf("postgres"));
        this.s3Proxy = FaultProxy.toPort(portOf("s3"));
        this.temporal =
                new TemporalConnection(new TemporalConfig("127.0.0.1:" + portOf("temporal"), "default"), "chaos");
        this.client = Holdfast.builder()
                .baseUrl(part("api").address())
                .token(Files.readString(home.token()).strip())
                .build();
    }

    static ChaosStack start(ChaosOptions options, Path directory, Teardown teardown)
            throws IOException, InterruptedException {
        Path root = options.root();
        Map<String, String> environment = new HashMap<>(Map.of(
                StackHome.VARIABLE,
                directory.toString(),
                "HOLDFAST_NO_BUILD",
                "1",
                "HOLDFAST_PARTS",
                "postgres,s3,temporal,api"));
        for (String port : List.of("TEMPORAL", "TEMPORAL_HTTP", "TEMPORAL_UI", "POSTGRES", "S3", "API", "WORKER")) {
            environment.put("HOLDFAST_" + port + "_PORT", "0");
        }
        PrivateEngine engine = PrivateEngine.start(directory.resolve("engine"), IMAGE, teardown);
        teardown.add(() -> holdfast(root, environment, "down"));
        holdfast(root, environment, "up", "--detach");
        ChaosStack stack = new ChaosStack(options, new StackHome(directory), engine);
        teardown.add(stack::stopWorkers);
        stack.startWorker();
        return stack;
    }

    /** Of the caller's own settings only those pass that say where programs are. */
    private static void holdfast(Path root, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("env"));
        System.getenv().keySet().stream()
                .filter(name -> name.startsWith("HOLDFAST_")
                        && !name.endsWith("_BIN")
                        && !name.equals("HOLDFAST_CACHE")
                        && !name.equals("HOLDFAST_JAVA_HOME"))
                .forEach(name -> command.add("--unset=" + name));
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.add(root.resolve("holdfast").toString());
        command.addAll(List.of(arguments));
        HostProgram.run(command.toArray(String[]::new));
    }

    Path directory() {
        return home.directory();
    }

    Holdfast client() {
        return client;
    }

    TemporalConnection temporal() {
        return temporal;
    }

    /** Containers are made without the engine, so its requests tell nothing of them. */
    boolean withoutEngine() {
        return sandbox.equals("oci");
    }

    HeldRuntime runtime() {
        return runtime;
    }

    /** As an operator would who knows nothing of us. */
    void removeByHand(SandboxId sandbox) throws IOException, InterruptedException {
        if (withoutEngine()) {
            String state = directory().resolve("runtime").toString();
            HostProgram.run("crun", "--root", state, "delete", "--force", sandbox.value());
        } else {
            engine.remove(sandbox.value());
        }
    }

    PrivateEngine engine() {
        return engine;
    }

    FaultProxy engineProxy() {
        return engineProxy;
    }

    FaultProxy temporalProxy() {
        return temporalProxy;
    }

    FaultProxy s3Proxy() {
        return s3Proxy;
    }

    WorkerProcess worker() {
        if (worker == null) {
            throw new IllegalStateException("no worker was started");
        }
        return worker;
    }

    String secret(String name) {
        return secrets.getProperty(name);
    }

    int portOf(String part) {
        String address = part(part).address();
        return URI.create(address.contains("://") ? address : "tcp://" + address)
                .getPort();
    }

    void startWorker() throws IOException, InterruptedException {
        worker = launch("worker", directory(), Map.of());
        worker.awaitReady();
    }

    /** A worker beside the usual one: with the same directory on the same host, with another one on another host. */
    WorkerProcess launch(String name, Path directory, Map<String, String> changes) throws IOException {
        Map<String, String> environment = new HashMap<>();
        environment.put("DOCKER_HOST", "unix://" + home.directory().resolve("engine.sock"));
        environment.put("HOLDFAST_HOME", directory.toString());
        environment.put("HOLDFAST_SANDBOX", sandbox);
        environment.put("PATH", runtime.path());
        environment.put("HOLDFAST_IMAGE", IMAGE);
        environment.put("HOLDFAST_TEMPORAL_TARGET", "127.0.0.1:" + temporalProxy.port());
        environment.put("HOLDFAST_POSTGRES_URL", "jdbc:postgresql://127.0.0.1:" + postgresProxy.port() + "/holdfast");
        environment.put("HOLDFAST_POSTGRES_USER", "holdfast");
        environment.put("HOLDFAST_POSTGRES_PASSWORD", secret("postgres.password"));
        environment.put("HOLDFAST_S3_ENDPOINT", "http://127.0.0.1:" + s3Proxy.port());
        environment.put("HOLDFAST_S3_ACCESS_KEY", secret("s3.access-key"));
        environment.put("HOLDFAST_S3_SECRET_KEY", secret("s3.secret-key"));
        environment.put("HOLDFAST_REAPER_EVERY", "3s");
        environment.put("HOLDFAST_REAPER_GRACE", REAPER_GRACE.toSeconds() + "s");
        // The engine gives a registry ten seconds for TLS before it speaks plainly to it, and only then hears that it
        // has
        // nothing.
        environment.put("HOLDFAST_SANDBOXES_PULL_TIMEOUT", "20s");
        environment.put("HOLDFAST_LEASE", lease.toSeconds() + "s");
        environment.putAll(changes);
        WorkerProcess started = WorkerProcess.launch(root, home.directory(), name, environment);
        launched.add(started);
        return started;
    }

    PartState part(String name) {
        try {
            return new StateFile(home).read().orElseThrow().part(name).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The dev stack starts it again each time, and each time it is killed again. */
    void holdDown(String part, Duration time) throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < deadline) {
            ProcessIdentity process = part(part).process();
            if (process != null) {
                process.signal(StopSignal.KILL);
            }
            Thread.sleep(20);
        }
    }

    void awaitRunning(String part) throws InterruptedException {
        Patience.until(part + " runs again", EVENTUALLY, () -> {
            PartState now = part(part);
            return now.state() == Condition.RUNNING && now.isAlive();
        });
    }

    /** Whatever a fault left broken works again. */
    void heal() throws IOException, InterruptedException {
        for (FaultProxy proxy : List.of(engineProxy, temporalProxy, postgresProxy, s3Proxy)) {
            proxy.heal();
        }
        runtime.release();
        engine.liveRestore(true);
        engine.startDaemon();
        for (String part : List.of("postgres", "s3", "temporal", "api")) {
            awaitRunning(part);
        }
        WorkerProcess current = worker();
        current.resume();
        if (!current.isAlive()) {
            startWorker();
        }
    }

    private void stopWorkers() throws IOException, InterruptedException {
        runtime.release();
        for (FaultProxy proxy : List.of(engineProxy, temporalProxy, postgresProxy, s3Proxy)) {
            proxy.heal();
        }
        for (WorkerProcess one : launched) {
            one.stop();
        }
        temporal.close();
        for (FaultProxy proxy : List.of(engineProxy, temporalProxy, postgresProxy, s3Proxy)) {
            proxy.close();
        }
    }
}
