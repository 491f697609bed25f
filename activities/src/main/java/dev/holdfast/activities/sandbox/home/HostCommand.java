package dev.holdfast.activities.sandbox.home;

import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program of the host, started without a shell. */
public final class HostCommand {
    private HostCommand() {}

    /** How it ended; {@code output} has both streams. */
    public record Result(int exitCode, String output) {
        public boolean succeeded() {
            return exitCode == 0;
        }
    }

    /** Runs to the end; one that cannot be started or does not end in time is an exception. */
    public static Result run(Duration within, List<String> argv) {
        Path output = null;
        try {
            output = Files.createTempFile("holdfast-command", ".out");
            return run(within, argv, output);
        } catch (IOException failed) {
            throw failure(argv, "could not be run: " + failed.getMessage(), failed);
        } finally {
            if (output != null) {
                deleteQuietly(output);
            }
        }
    }

    /** The same for one that leaves processes behind, which may go on writing to that file. */
    public static Result run(Duration within, List<String> argv, Path output) {
        Process process = null;
        try {
            process = new ProcessBuilder(argv)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .start();
            if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
                throw failure(argv, "did not end within " + within.toSeconds() + " s", null);
            }
            return new Result(
                    process.exitValue(),
                    Files.readString(output, StandardCharsets.ISO_8859_1).strip());
        } catch (IOException failed) {
            throw failure(argv, "could not be run: " + failed.getMessage(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SandboxException(SandboxError.INTERRUPTED, "interrupted while '" + argv.getFirst() + "' ran");
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
        }
    }

    /** Where it lies, of the directories in {@code PATH}; absent when it is not installed. */
    public static Optional<Path> find(String program) {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "/usr/sbin:/usr/bin:/sbin:/bin");
        return Stream.of(path.split(":", -1))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static SandboxException failure(
            List<String> argv, String problem, @org.jspecify.annotations.Nullable Throwable cause) {
        return new SandboxException(SandboxError.INTERNAL, "'" + String.join(" ", argv) + "' " + problem, cause);
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException leftInTemporaryDirectory) {
            // A few bytes in the temporary directory; not worth failing a sandbox for.
        }
    }
}
