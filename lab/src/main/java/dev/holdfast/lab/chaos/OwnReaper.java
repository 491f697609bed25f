package dev.holdfast.lab.chaos;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.PostgresConfig;
import dev.holdfast.activities.reaper.Reaper;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxProviders;
import dev.holdfast.activities.temporal.OpenTasks;
import dev.holdfast.workflows.ReaperActivities.ReapRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The real reaper of the worker's host, outside of its worker: with any clock and grace, and as often as one likes. */
final class OwnReaper implements AutoCloseable {
    private final Round round;
    private final HistoryDatabase history;
    private final SandboxProviders providers;
    private final Reaper reaper;

    OwnReaper(Round round, Duration grace, Clock clock) throws IOException {
        this.round = round;
        ChaosStack stack = round.stack();
        history = HistoryDatabase.connect(new PostgresConfig(
                "jdbc:postgresql://127.0.0.1:" + stack.portOf("postgres") + "/holdfast",
                "holdfast",
                stack.secret("postgres.password"),
                2));
        providers = new SandboxProviders(SandboxConfig.defaults(stack.directory())
                .withEngineHost("unix://" + stack.engine().socket()));
        String host = Files.readString(stack.directory().resolve("host-id")).strip();
        reaper =
                new Reaper(host, history.leases(), providers::available, new OpenTasks(stack.temporal()), grace, clock);
    }

    /** On whatever thread: what goes wrong in it is the round's to tell. */
    void sweep() {
        try {
            List<String> failed = reaper.reap(new ReapRequest(false)).failed();
            round.claim(failed.isEmpty(), "a reaper could not remove " + failed);
        } catch (RuntimeException broken) {
            round.claim(false, "a reaper broke off: " + broken);
        }
    }

    void sweepFor(Duration time) {
        long deadline = System.nanoTime() + time.toNanos();
        do {
            sweep();
        } while (System.nanoTime() < deadline);
    }

    @Override
    public void close() {
        providers.close();
        history.close();
    }
}
