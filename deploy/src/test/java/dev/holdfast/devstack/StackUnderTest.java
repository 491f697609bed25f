package dev.holdfast.devstack;

import static org.awaitility.Awaitility.await;

import dev.holdfast.devstack.control.Condition;
import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.ProcessIdentity;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StackState;
import dev.holdfast.devstack.control.StateFile;
import dev.holdfast.devstack.control.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A real stack in a directory of its own, on free ports, started as a process like any other. */
final class StackUnderTest implements AutoCloseable {
    /** Generous: a loaded machine takes its time, and no test waits longer than it must. */
    static final Duration SOON = Duration.ofMinutes(4);

    /** Where this machine keeps servers that were built once; a test without them would build them again. */
    private static final Set<String> MACHINE = Set.of("HOLDFAST_CACHE", "HOLDFAST_TEMPORAL_BIN");

    private final StackHome home;
    private final Map<String, String> settings;
    private Process process;

    private StackUnderTest(StackHome home, Map<String, String> settings) throws IOException {
        this.home = home;
        this.settings = settings;
        this.process = launch();
    }

    /** Of the given parts; does not wait for them. */
    static StackUnderTest launch(Path directory, String parts, Map<String, String> more) throws IOException {
        Map<String, String> settings = new HashMap<>();
        for (PortName port : PortName.values()) {
            settings.put(port.variable(), "0");
        }
        settings.put(StackConfiguration.PARTS, parts);
        settings.put("HOLDFAST_SANDBOX", "local");
        settings.putAll(more);
        return new StackUnderTest(new StackHome(directory), settings);
    }

    static StackUnderTest started(Path directory, String parts, Map<String, String> more) throws IOException {
        StackUnderTest stack = launch(directory, parts, more);
        stack.awaitRunning();
        return stack;
    }

    StackHome home() {
        return home;
    }

    StackState state() {
        try {
            return new StateFile(home).read().orElseThrow();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    PartState part(String name) {
        return state().part(name).orElseThrow();
    }

    ProcessIdentity processOf(String name) {
        return Optional.ofNullable(part(name).process()).orElseThrow();
    }

    void awaitRunning() {
        await().atMost(SOON).pollInterval(Duration.ofMillis(50)).until(() -> {
            if (!process.isAlive()) {
                throw new AssertionError("the stack ended:\n" + output());
            }
            return new StateFile(home)
                    .read()
                    .filter(state -> state.stack().pid() == process.pid() && state.state() == Condition.RUNNING)
                    .isPresent();
        });
    }

    /** Returns when another process does the work of the killed one. */
    void killAndAwaitSuccessor(String part) {
        ProcessIdentity killed = processOf(part);
        killed.signal(StopSignal.KILL);
        await().atMost(SOON).pollInterval(Duration.ofMillis(50)).until(() -> {
            PartState now = part(part);
            return now.state() == Condition.RUNNING && now.isAlive() && !killed.equals(now.process());
        });
    }

    void killTheStackItself() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    void launchAgain() throws IOException {
        process = launch();
        awaitRunning();
    }

    void terminate() {
        process.destroy();
        exitCode();
    }

    int exitCode() {
        await().atMost(SOON).until(() -> !process.isAlive());
        return process.exitValue();
    }

    String output() {
        try {
            return Files.readString(outputFile());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Processes that were started with this stack's directory in their command or environment. */
    List<ProcessHandle> processesOfThisStack() {
        return ProcessHandle.allProcesses()
                .filter(candidate -> ProcessIdentity.of(candidate.pid()).isPresent())
                .filter(this::mentionsHome)
                .toList();
    }

    @Override
    public void close() {
        terminate();
        processesOfThisStack().forEach(ProcessHandle::destroyForcibly); // where a test killed the stack
    }

    private boolean mentionsHome(ProcessHandle candidate) {
        Path entry = Path.of("/proc", Long.toString(candidate.pid()));
        return Stream.of("cmdline", "environ").anyMatch(file -> {
            try {
                return Files.readString(entry.resolve(file), java.nio.charset.StandardCharsets.ISO_8859_1)
                        .contains(home.directory().toString());
            } catch (IOException gone) {
                return false;
            }
        });
    }

    private Process launch() throws IOException {
        Files.createDirectories(home.directory());
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dholdfast.root=" + System.getProperty("holdfast.root"),
                "-cp",
                System.getProperty("java.class.path"),
                DevStack.class.getName());
        builder.environment().keySet().removeIf(name -> name.startsWith("HOLDFAST_") && !MACHINE.contains(name));
        builder.environment().put(StackHome.VARIABLE, home.directory().toString());
        builder.environment().putAll(settings);
        return builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(outputFile().toFile()))
                .start();
    }

    private Path outputFile() {
        return home.directory().resolve("output.txt");
    }
}
