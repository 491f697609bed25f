package dev.holdfast.activities.task;

import dev.holdfast.workflows.SandboxActivities;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;

/**
 * A local activity holds up its workflow and cannot heartbeat, so it may only do what is done at once. What takes longer
 * goes over to an activity that heartbeats; it finds everything as it was left here.
 */
final class Promptness implements Pulse {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Until it is handed over the task's row does not say that a command runs. */
    private static final Duration PATIENCE_WITH_A_COMMAND = Duration.ofMillis(500);

    private final Duration patience;
    private final Instant end;

    private Promptness(Duration patience) {
        this.patience = patience;
        this.end = Instant.now().plus(patience);
    }

    static Promptness fromNow() {
        return new Promptness(PATIENCE);
    }

    static Promptness forACommand() {
        return new Promptness(PATIENCE_WITH_A_COMMAND);
    }

    @Override
    public void check() {
        if (Instant.now().isAfter(end)) {
            throw handOver("takes longer than " + patience.toMillis() + " ms");
        }
    }

    @Override
    public void slow(String what) {
        throw handOver(what);
    }

    static ApplicationFailure handOver(String reason) {
        return benign(reason, SandboxActivities.HANDED_OVER);
    }

    static ApplicationFailure elsewhere(String host) {
        return benign("the sandbox is on host " + host, SandboxActivities.ELSEWHERE);
    }

    /** Nothing is wrong, so nobody's log shall say so. */
    private static ApplicationFailure benign(String reason, String type) {
        return ApplicationFailure.newBuilder()
                .setMessage(reason)
                .setType(type)
                .setNonRetryable(true)
                .setCategory(ApplicationErrorCategory.BENIGN)
                .build();
    }

    @Override
    public void close() {}
}
