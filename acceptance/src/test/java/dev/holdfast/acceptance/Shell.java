package dev.holdfast.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A program of this machine, run to its end. */
final class Shell {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private Shell() {}

    record Ended(int exitCode, String stdout, String stderr) {}

    /** A program that was started and whose output is being read. */
    record Running(Process process, CompletableFuture<String> stdout, CompletableFuture<String> stderr) {
        Ended await() {
            return await(PATIENCE);
        }

        Ended await(Duration patience) {
            try {
                if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new AssertionError("it did not end within " + patience + ": "
                            + process.info().commandLine().orElse("?"));
                }
                return new Ended(process.exitValue(), stdout.join(), stderr.join());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", interrupted);
            }
        }

        /** As Ctrl-C on a terminal. */
        void interrupt() {
            succeed(List.of("kill", "-s", "INT", Long.toString(process.pid())));
        }
    }

    static Running start(List<String> command, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("HOLDFAST_") && !keepsMeaning(name));
        builder.environment().putAll(environment);
        builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
        try {
            Process process = builder.start();
            return new Running(process, drain(process.getInputStream()), drain(process.getErrorStream()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Ended run(List<String> command, Map<String, String> environment) {
        return start(command, environment).await();
    }

    /** What it printed; it must succeed. */
    static String succeed(List<String> command) {
        Ended ended = run(command, Map.of());
        if (ended.exitCode() != 0) {
            throw new AssertionError(command + " exited with " + ended.exitCode() + ": " + ended.stderr());
        }
        return ended.stdout();
    }

    /** Where parts are found on this machine holds for the stack under test too. */
    private static boolean keepsMeaning(String name) {
        return name.endsWith("_BIN")
                || name.equals("HOLDFAST_PYTHON_TOOLS")
                || name.equals("HOLDFAST_CACHE")
                || name.equals("HOLDFAST_JAVA_HOME");
    }

    private static CompletableFuture<String> drain(InputStream stream) {
        CompletableFuture<String> read = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try (stream) {
                read.complete(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                read.completeExceptionally(e);
            }
        });
        return read;
    }
}
