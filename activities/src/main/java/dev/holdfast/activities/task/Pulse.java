package dev.holdfast.activities.task;

import io.temporal.activity.ActivityExecutionContext;

/** Keeps an activity's caller patient, and tells when it is not any more. */
sealed interface Pulse extends AutoCloseable permits Heartbeats, Promptness {
    static Pulse of(ActivityExecutionContext context) {
        return context.getInfo().isLocal() ? Promptness.fromNow() : new Heartbeats(context);
    }

    static Pulse ofStep(ActivityExecutionContext context) {
        return context.getInfo().isLocal() ? Promptness.forACommand() : new Heartbeats(context);
    }

    /** Throws when nobody waits for the result any more. */
    void check();

    /** Something begins that may take long. */
    void slow(String what);

    @Override
    void close();
}
