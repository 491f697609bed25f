package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.Inspection;
import dev.holdfast.activities.sandbox.RecycleReport;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.home.Patience;
import dev.holdfast.activities.sandbox.home.SandboxDirectory;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.activities.sandbox.protocol.Readiness;
import dev.holdfast.activities.sandbox.protocol.SupervisorClient;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** The supervisors in containers of this host, whoever started them. */
final class Supervision {
    private static final Duration UNTIL_STOPPED = Duration.ofSeconds(10);
    private static final Duration UNTIL_ENDED = Duration.ofSeconds(1);

    private final SandboxHome home;
    private final Function<SandboxId, Inspection> inspect;

    Supervision(SandboxHome home, Function<SandboxId, Inspection> inspect) {
        this.home = home;
        this.inspect = inspect;
    }

    Supervisor connect(SandboxHandle handle) {
        return client(handle.id(), handle.generationNumber());
    }

    void awaitReady(SandboxId id, Duration within) {
        SandboxDirectory directory = home.directory(id);
        Readiness.await(directory.socket(directory.generation()), id, within, () -> runs(id), () -> "");
    }

    SandboxHandle recycle(SandboxHandle handle) {
        try (Supervisor supervisor = connect(handle)) {
            RecycleReport report = supervisor.recycle(List.of(Interior.WORKSPACE));
            if (!report.clean()) {
                throw new SandboxException(
                        SandboxError.REFUSED,
                        "sandbox " + handle.id() + " cannot be used again: " + report.processes()
                                + " processes are left and " + report.leftovers());
            }
            return handle.withGeneration(report.generation());
        }
    }

    /** @param kill for one that does not hear */
    void stop(SandboxId id, Duration grace, Runnable kill) {
        if (!runs(id)) {
            return;
        }
        try (Supervisor supervisor = latest(id)) {
            supervisor.shutdown(grace);
        } catch (SandboxException unreachable) {
            kill.run();
        }
        if (!Patience.until(UNTIL_STOPPED, () -> !runs(id))) {
            throw new SandboxException(
                    SandboxError.INTERNAL, "container " + id + " does not stop; see the log of who started it");
        }
    }

    /**
     * Has a container end by itself, which costs less than to have it ended. Waits a second at most.
     *
     * @param until what to wait for when it was heard
     */
    void askToEnd(SandboxId id, Runnable until) {
        Thread asking = Thread.ofVirtual().start(() -> {
            try (Supervisor supervisor = latest(id)) {
                supervisor.shutdown(Duration.ZERO);
                until.run();
            } catch (SandboxException unreachable) {
                // Whoever asked ends it.
            }
        });
        try {
            asking.join(UNTIL_ENDED);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean runs(SandboxId id) {
        return inspect.apply(id) instanceof Inspection.Running;
    }

    private Supervisor latest(SandboxId id) {
        return client(id, home.directory(id).generation());
    }

    private Supervisor client(SandboxId id, int generation) {
        return SupervisorClient.at(home.directory(id).socket(generation), id, () -> inspect.apply(id));
    }
}
