package dev.holdfast.activities.sandbox.local;

import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.home.Patience;
import dev.holdfast.activities.sandbox.home.SandboxDirectory;
import dev.holdfast.activities.sandbox.home.Verification;
import dev.holdfast.contract.Receipt;
import java.time.Duration;
import java.util.List;

/** Ends a local sandbox: asks its supervisor, then makes sure. */
final class LocalRemoval {
    private static final Duration UNTIL_DEAD = Duration.ofSeconds(10);

    private final SandboxDirectory directory;
    private final LocalProcess process;
    private final ProcessSearch search;

    LocalRemoval(SandboxDirectory directory) {
        this.directory = directory;
        this.process = new LocalProcess(directory);
        this.search = new ProcessSearch(directory.id(), directory.path());
    }

    /** Whether nothing of it runs any more. */
    boolean stop(Supervisor supervisor, Duration grace) {
        if (process.alive()) {
            shutDown(supervisor, grace);
        }
        return killAll();
    }

    Receipt destroy(Supervisor supervisor) {
        stop(supervisor, Duration.ZERO);
        directory.remove();
        return new Verification()
                .lookedFor(
                        "processes",
                        search.find().stream().map(ProcessMark::toString).toList())
                .lookedFor(directory)
                .receipt(directory.id());
    }

    private void shutDown(Supervisor supervisor, Duration grace) {
        try (supervisor) {
            supervisor.shutdown(grace);
            Patience.until(Duration.ofSeconds(2), () -> !process.alive());
        } catch (SandboxException unreachable) {
            // Killed below; that needs no answer.
        }
    }

    /** The supervisor first, so that it starts nothing more; then what it left, until nobody new turns up. */
    private boolean killAll() {
        process.known().filter(ProcessMark::alive).ifPresent(supervisor -> {
            List<ProcessMark> below = supervisor.descendants();
            supervisor.kill();
            below.forEach(ProcessMark::kill);
        });
        return Patience.until(UNTIL_DEAD, () -> {
            List<ProcessMark> found = search.find();
            found.forEach(ProcessMark::kill);
            return found.isEmpty() && !process.alive();
        });
    }
}
