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

    private final Instant end;

    private Promptness(Instant end) {
        this.end = end;
    }

    static Promptness fromNow() {
        return new Promptness(Instant.now().plus(PATIENCE));
    }

    @Override
    public void check() {
        if (Instant.now().isAfter(end)) {
            throw handOver("takes longer than " + PATIENCE.toSeconds() + " s");
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
