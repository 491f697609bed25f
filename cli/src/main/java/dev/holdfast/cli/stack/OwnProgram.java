package dev.holdfast.cli.stack;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.devstack.control.JavaProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One of the programs that the build made, run to its end in a JVM of its own with this terminal. */
public final class OwnProgram {
    /** From this version on the JVM complains on the terminal about what protobuf does. */
    private static final int ANNOUNCES_UNSAFE = 23;

    private OwnProgram() {}

    public static Path root() {
        String root = System.getProperty("holdfast.root");
        if (root == null) {
            throw new CommandFailure("the property holdfast.root is not set: start Holdfast by its script ./holdfast");
        }
        return Path.of(root);
    }

    /**
     * Its exit code.
     *
     * @param program its directory in target/dist
     * @param options for its JVM, beside the usual ones
     * @param environment beside this process's own
     */
    public static int run(
            String program,
            String mainClass,
            List<String> arguments,
            List<String> options,
            Map<String, String> environment)
            throws IOException, InterruptedException {
        Path argumentFile = Files.createTempFile("holdfast-program", ".args");
        try {
            List<String> all = new ArrayList<>(
                    List.of("-Xmx512m", "-XX:-UsePerfData", "-XX:+UseSerialGC", "-Dslf4j.internal.verbosity=ERROR"));
            if (Runtime.version().feature() >= ANNOUNCES_UNSAFE) {
                all.add("--sun-misc-unsafe-memory-access=allow");
            }
            all.addAll(options);
            List<String> command = new ArrayList<>(
                    JavaProgram.built(root(), program, mainClass, all).command(argumentFile));
            command.addAll(arguments);
            ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
            builder.environment().putAll(environment);
            Process running = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> endWith(running), "end"));
            return running.waitFor();
        } finally {
            Files.deleteIfExists(argumentFile);
        }
    }

    /** A signal that reaches only this process is passed on, and the program's own end is waited for. */
    private static void endWith(Process program) {
        program.destroy();
        try {
            program.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
