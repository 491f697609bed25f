package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.client.Holdfast;
import dev.holdfast.devstack.control.Condition;
import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.ProcessIdentity;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StackState;
import dev.holdfast.devstack.control.StateFile;
import dev.holdfast.devstack.control.StopSignal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.SoftAssertions;

/** A real stack in a directory of its own on free ports, brought up and down by {@code ./holdfast}. */
final class StackUnderTest implements AutoCloseable {
    /** A start takes seconds; a machine that is busy with other things takes its time. */
    static final Duration EVENTUALLY = Duration.ofMinutes(3);

    /** What the worker's environment holds for tasks that name it. */
    static final String SECRET_OF_THE_WORKER = "kept-by-the-operator";

    /** Of this project only the newest task is kept. */
    static final String TIDIED = "tidied";

    private static final Path ROOT = Path.of(Objects.requireNonNull(System.getProperty("holdfast.root")));

    private final StackHome home;
    private final Map<String, String> environment;

    private StackUnderTest(StackHome home, Map<String, String> environment) {
        this.home = home;
        this.environment = environment;
    }

    static StackUnderTest start() {
        return start(Map.of());
    }

    /** @param settings of the operator, by their variables */
    static StackUnderTest start(Map<String, String> settings) {
        StackUnderTest stack = notStarted();
        stack.environment.putAll(settings);
        Shell.Ended up = stack.holdfast("up", "--detach");
        if (up.exitCode() != 0) {
            throw new AssertionError("the stack did not start: " + up.stderr());
        }
        if (!up.stderr().contains(stack.token())) {
            throw new AssertionError("the token of the new stack was not shown: " + up.stderr());
        }
        stack.environment.put("HOLDFAST_API_URL", stack.apiUrl());
        stack.environment.put("HOLDFAST_API_TOKEN", stack.token());
        return stack;
    }

    /** For a test that brings it up itself. */
    static StackUnderTest notStarted() {
        Map<String, String> environment = new HashMap<>();
        try {
            Path directory = Files.createTempDirectory("holdfast-acceptance-");
            environment.put(StackHome.VARIABLE, directory.toString());
            for (String port : List.of("TEMPORAL", "TEMPORAL_UI", "TEMPORAL_HTTP", "POSTGRES", "S3", "API", "WORKER")) {
                environment.put("HOLDFAST_" + port + "_PORT", "0");
            }
            environment.put("HOLDFAST_NO_BUILD", "1");
            // Little, so that a worker that keeps what a task writes does not get far.
            environment.put("HOLDFAST_WORKER_JAVA_OPTIONS", "-Xmx160m");
            environment.put("HOLDFAST_SECRET_OF_THE_WORKER", SECRET_OF_THE_WORKER);
            environment.put("HOLDFAST_RETENTION_PROJECTS_TIDIED_COUNT", "1");
            return new StackUnderTest(new StackHome(directory), environment);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the command line to its end. */
    Shell.Ended holdfast(String... arguments) {
        return startHoldfast(arguments).await();
    }

    Shell.Running startHoldfast(String... arguments) {
        // A build in the background ignores Ctrl-C, and would hand that down to what it starts.
        List<String> command = new ArrayList<>(
                List.of("env", "--default-signal=INT", launcher().toString()));
        command.addAll(List.of(arguments));
        return Shell.start(command, environment);
    }

    static Path checkout() {
        return ROOT;
    }

    Path root() {
        return ROOT;
    }

    Path launcher() {
        return ROOT.resolve("holdfast");
    }

    /** What the command line needs to find this stack. */
    Map<String, String> environment() {
        return Map.copyOf(environment);
    }

    Holdfast client() {
        return client(token());
    }

    Holdfast client(String token) {
        return Holdfast.builder().baseUrl(apiUrl()).token(token).build();
    }

    Path directory() {
        return home.directory();
    }

    String apiUrl() {
        return part("api").address();
    }

    String token() {
        return Machine.readText(home.token()).strip();
    }

    /** Tells this stack's containers from those of others on the same engine. */
    String instance() {
        return Machine.readText(home.directory().resolve("instance")).strip();
    }

    PartState part(String name) {
        return state().part(name).orElseThrow();
    }

    ProcessIdentity processOf(String part) {
        return Objects.requireNonNull(part(part).process(), part + " does not run");
    }

    /** Returns when another process does the work of the one that was ended. */
    void endAndAwaitSuccessor(String part, StopSignal signal) {
        ProcessIdentity ended = processOf(part);
        ended.signal(signal);
        await().atMost(EVENTUALLY).until(() -> {
            PartState now = part(part);
            return now.state() == Condition.RUNNING && now.isAlive() && !ended.equals(now.process());
        });
    }

    String log(String part) {
        return Machine.read(home.log(part));
    }

    /** What tasks that have ended left on this machine. */
    List<String> leftovers() {
        List<String> left = new ArrayList<>();
        left.addAll(Machine.entriesOf(directory().resolve("sandboxes")));
        left.addAll(Machine.mountsBelow(directory()));
        left.addAll(Machine.loopDevicesBelow(directory()));
        return left;
    }

    private StackState state() {
        try {
            return new StateFile(home).read().orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops everything, and fails when anything is left. */
    @Override
    public void close() {
        String instance = instance();
        Shell.Ended down = holdfast("down");
        SoftAssertions left = new SoftAssertions();
        left.assertThat(down.exitCode())
                .as("exit code of down: %s", down.stderr())
                .isZero();
        left.assertThat(Machine.processesMentioning(directory().toString()))
                .as("processes")
                .isEmpty();
        left.assertThat(Machine.containersLabelled("dev.holdfast.instance", instance))
                .as("containers")
                .isEmpty();
        left.assertThat(Machine.volumesLabelled("dev.holdfast.instance", instance))
                .as("volumes")
                .isEmpty();
        left.assertThat(leftovers()).as("mounts, loop devices and directories").isEmpty();
        left.assertThat(Path.of("/tmp", "holdfast-0-" + instance))
                .as("short paths")
                .doesNotExist();
        left.assertAll();
        Machine.delete(directory());
        assertThat(directory()).doesNotExist();
    }
}
