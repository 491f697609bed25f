package dev.holdfast.devstack;

import dev.holdfast.devstack.control.OrderlyStop;
import dev.holdfast.devstack.control.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A running part: started by this stack, or by an earlier one that is gone. */
final class PartProcess {
    private static final long LOG_LIMIT = 16L * 1024 * 1024;
    private static final int SIGNALS = 128;

    private final ProcessIdentity identity;
    private final @Nullable Process child;

    private PartProcess(ProcessIdentity identity, @Nullable Process child) {
        this.identity = identity;
        this.child = child;
    }

    static PartProcess adopted(ProcessIdentity identity) {
        return new PartProcess(identity, null);
    }

    /** In a session of its own, so that a Ctrl-C in the terminal reaches only the stack, which then ends parts in order. */
    static PartProcess started(Launch launch, Path directory, Path log) throws IOException {
        rotate(log);
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(launch.command());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(launch.environment());
        Process child = builder.start();
        ProcessIdentity identity = ProcessIdentity.of(child.pid())
                .orElseThrow(() -> new StackFailure("it ended at once: " + String.join(" ", LogTail.of(log, 3))));
        return new PartProcess(identity, child);
    }

    ProcessIdentity identity() {
        return identity;
    }

    boolean isAlive() {
        return identity.isAlive();
    }

    /** Waits for the end, at most so long; says how it ended. */
    @Nullable String awaitEnd(Duration limit) throws InterruptedException {
        if (child == null) {
            return OrderlyStop.awaitEnd(identity, limit) ? "how is not known" : null;
        }
        return child.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS) ? ending(child.exitValue()) : null;
    }

    private static String ending(int exitCode) {
        return exitCode > SIGNALS ? "signal " + (exitCode - SIGNALS) : "exit code " + exitCode;
    }

    private static void rotate(Path log) throws IOException {
        if (Files.exists(log) && Files.size(log) > LOG_LIMIT) {
            Files.move(log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
