package dev.holdfast.cli.stack;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.devstack.control.JavaProgram;
import dev.holdfast.devstack.control.StackHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts the stack's own process. Its many libraries stay off the class path of the command line. */
final class StackLauncher {
    private static final String MAIN_CLASS = "dev.holdfast.devstack.DevStack";

    private final StackHome home;

    StackLauncher(StackHome home) {
        this.home = home;
    }

    /** With the terminal's output, and ended by the terminal's Ctrl-C. */
    Process inForeground() throws IOException {
        return new ProcessBuilder(command())
                .inheritIO()
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
    }

    /** In a session of its own, so that it outlives the terminal. What it says goes to {@link #log}. */
    Process detached() throws IOException {
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(command());
        return new ProcessBuilder(command)
                .directory(home.directory().toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(log().toFile())
                .start();
    }

    Path log() {
        return home.log("stack");
    }

    private List<String> command() throws IOException {
        home.create();
        Path root = root();
        List<String> options = List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xmx128m",
                "-Dholdfast.root=" + root);
        return JavaProgram.built(root, "stack", MAIN_CLASS, options)
                .command(home.directory().resolve("run/stack.args"));
    }

    private static Path root() {
        String root = System.getProperty("holdfast.root");
        if (root == null) {
            throw new CommandFailure("the property holdfast.root is not set: start Holdfast by its script ./holdfast");
        }
        return Path.of(root);
    }
}
