package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.home.HostCommand;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.activities.sandbox.home.TreeRemoval;
import dev.holdfast.activities.sandbox.home.User;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The program that makes a container of a bundle, and nothing else: nobody of it stays. */
final class OciRuntime {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** What was tried; gVisor's wants to stay with its containers. */
    private static final List<String> KNOWN = List.of("crun", "runc");

    private final Path program;
    private final Path state;

    OciRuntime(Path program, Path state) {
        this.program = program;
        this.state = state;
    }

    /** The operator's, else the first that is installed; {@code engine_unavailable} when there is none. */
    static OciRuntime find(SandboxConfig config, SandboxHome home) {
        if (!User.current().root()) {
            throw unavailable("only root can make containers without an engine; run the worker as root");
        }
        Stream<String> wanted = Optional.ofNullable(config.runtime()).filter(KNOWN::contains).stream();
        return Stream.concat(wanted, KNOWN.stream())
                .flatMap(name -> HostCommand.find(name).stream())
                .findFirst()
                .map(program -> new OciRuntime(program, home.root().resolve("runtime")))
                .orElseThrow(() -> unavailable("neither of " + KNOWN + " is installed; install crun"));
    }

    private static SandboxException unavailable(String why) {
        return new SandboxException(SandboxError.ENGINE_UNAVAILABLE, "executor oci cannot be used: " + why);
    }

    String name() {
        return program.getFileName().toString();
    }

    /** Returns when its first process runs, which has {@code output} for what it prints. */
    void start(String id, Path bundle, Path output) {
        run(List.of("run", "--detach", "--bundle", bundle.toString(), id), output);
    }

    /** Returns when it has ended and is gone. */
    void runToTheEnd(String id, Path bundle, Path output) {
        run(List.of("run", "--bundle", bundle.toString(), id), output);
    }

    private void run(List<String> arguments, Path output) {
        HostCommand.Result result = HostCommand.run(PATIENCE, command(arguments), output);
        if (!result.succeeded()) {
            throw new SandboxException(
                    SandboxError.INTERNAL, name() + " could not start the container: " + lastLine(result.output()));
        }
    }

    void kill(String id) {
        HostCommand.run(PATIENCE, command(List.of("kill", id, "KILL")));
    }

    /** Removes what the runtime has written down of one that has ended. */
    void forget(String id) {
        TreeRemoval.remove(state.resolve(id));
    }

    /** Whether the runtime has written anything down of it. */
    boolean knows(String id) {
        return Files.exists(state.resolve(id), LinkOption.NOFOLLOW_LINKS);
    }

    private List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString(), "--root", state.toString()));
        command.addAll(arguments);
        return command;
    }

    private static String lastLine(String output) {
        return output.lines().reduce((before, line) -> line).orElse("it does not say why");
    }
}
