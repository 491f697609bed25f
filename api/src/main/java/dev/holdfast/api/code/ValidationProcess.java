package dev.holdfast.api.code;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.validation.Finding;
import dev.holdfast.validation.Standalone;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Looks at code in a process of its own, with little memory, little time and none of our environment: grammars are native
 * code, and what they read was written by anybody.
 */
final class ValidationProcess {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int AT_ONCE = 2;

    private final Semaphore room = new Semaphore(AT_ONCE, true);

    List<Finding> look(Path directory) throws IOException {
        room.acquireUninterruptibly();
        try {
            return run(directory);
        } finally {
            room.release();
        }
    }

    private static List<Finding> run(Path directory) throws IOException {
        Path findings = directory.resolveSibling("findings");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Standalone.class.getName(),
                        directory.toString())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(findings.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        Process process = builder.start();
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw unreadable();
            }
            return List.of(ContractJson.LENIENT.readValue(findings.toFile(), Finding[].class));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw unreadable();
        } finally {
            process.destroyForcibly();
        }
    }

    private static InvalidFieldException unreadable() {
        return new InvalidFieldException(
                "files", "could not be looked at within " + PATIENCE.toSeconds() + " s; send fewer at once");
    }
}
