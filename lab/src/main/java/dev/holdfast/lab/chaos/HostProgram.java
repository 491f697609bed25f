package dev.holdfast.lab.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program of this machine, run to its end. */
final class HostProgram {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private HostProgram() {}

    /** What it printed. It must succeed. */
    static String run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
        Process process = builder.start();
        String output;
        try (InputStream printed = process.getInputStream()) {
            output = new String(printed.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(Arrays.toString(command) + " did not end");
        }
        if (process.exitValue() != 0) {
            throw new IOException(Arrays.toString(command) + " exited with " + process.exitValue() + ": " + output);
        }
        return output;
    }

    static List<String> lines(String... command) throws IOException, InterruptedException {
        return run(command).lines().filter(line -> !line.isBlank()).toList();
    }
}
