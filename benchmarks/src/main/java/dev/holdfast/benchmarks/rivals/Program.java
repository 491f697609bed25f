package dev.holdfast.benchmarks.rivals;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A program of this machine, run to its end as a user would run it. */
public final class Program {
    private Program() {}

    /** What it printed; one that does not exit with 0 is an error with its last words. */
    public static String run(List<String> command) throws IOException {
        return run(command, Map.of());
    }

    public static String run(List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putAll(environment);
        return finished(command, builder);
    }

    /** With this file as its standard input. */
    public static String run(List<String> command, Path input) throws IOException {
        return finished(command, new ProcessBuilder(command).redirectInput(input.toFile()));
    }

    /** How many bytes it printed. */
    public static long count(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                .redirectError(Redirect.DISCARD)
                .start();
        long bytes = 0;
        byte[] piece = new byte[256 * 1024];
        try (InputStream output = process.getInputStream()) {
            for (int count = output.read(piece); count >= 0; count = output.read(piece)) {
                bytes += count;
            }
        }
        requireSuccess(command, exitCode(process), "");
        return bytes;
    }

    private static String finished(List<String> command, ProcessBuilder builder) throws IOException {
        Path errors = Files.createTempFile("holdfast-bench", ".err");
        try {
            Process process = builder.redirectError(errors.toFile()).start();
            String printed;
            try (InputStream output = process.getInputStream()) {
                printed = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            }
            requireSuccess(command, exitCode(process), Files.readString(errors).strip());
            return printed;
        } finally {
            Files.delete(errors);
        }
    }

    private static int exitCode(Process process) throws InterruptedIOException {
        try {
            return process.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a program ran");
        }
    }

    private static void requireSuccess(List<String> command, int exitCode, String lastWords) throws IOException {
        if (exitCode != 0) {
            throw new IOException(String.join(" ", command.subList(0, Math.min(3, command.size()))) + " exited with "
                    + exitCode + (lastWords.isEmpty() ? "" : ": " + lastWords));
        }
    }
}
