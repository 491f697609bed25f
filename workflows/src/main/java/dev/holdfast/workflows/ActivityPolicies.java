package dev.holdfast.workflows;

import dev.holdfast.contract.StepSpec;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.activity.LocalActivityOptions;
import io.temporal.common.RetryOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Every timeout and retry policy of the workflow code. */
final class ActivityPolicies {
    /** A worker that died is noticed after this long; the supervisor goes on meanwhile. */
    static final Duration HEARTBEAT = Duration.ofSeconds(4);

    /**
     * Cold starts included; a command that takes longer is handed over by its activity, much sooner. Below the time after
     * which the SDK asks the server for more ({@link TaskWorkflow#DECIDED_WITHIN}), so that nothing comes in between.
     */
    private static final Duration LOCAL = Duration.ofMillis(3500);

    /** How long after a step's own timeout its activity may take to bring the result home. */
    private static final Duration STEP_MARGIN = Duration.ofMinutes(2);

    private static final RetryOptions QUICK_RETRIES = RetryOptions.newBuilder()
            .setInitialInterval(Duration.ofMillis(200))
            .setBackoffCoefficient(2)
            .setMaximumInterval(Duration.ofSeconds(5))
            .build();

    private static final String REMOVAL = "Remove the sandbox and verify";

    private ActivityPolicies() {}

    /**
     * What the workflow's own worker does at once, if it can: one attempt, because whatever it leaves undone is taken up by
     * an activity that heartbeats and is retried.
     */
    static LocalActivityOptions atOnce(@Nullable Duration taskTimeout) {
        return LocalActivityOptions.newBuilder()
                .setStartToCloseTimeout(most(taskTimeout))
                .setDoNotIncludeArgumentsIntoMarker(true)
                .setRetryOptions(RetryOptions.newBuilder().setMaximumAttempts(1).build())
                .build();
    }

    static Duration most(@Nullable Duration taskTimeout) {
        return taskTimeout == null || taskTimeout.compareTo(LOCAL) > 0 ? LOCAL : taskTimeout;
    }

    /** The database knows, so any worker may ask it; a task does not end before it was asked. */
    static ActivityOptions findPlace() {
        return ActivityOptions.newBuilder()
                .setSummary("Is anything of it anywhere?")
                .setStartToCloseTimeout(Duration.ofSeconds(30))
                .setRetryOptions(QUICK_RETRIES)
                .build();
    }

    /**
     * Waits for a worker with room as long as the task's own timeout allows; an image may have to be pulled. The queue is
     * served by priority and, between projects, fairly.
     */
    static ActivityOptions reserve() {
        return ActivityOptions.newBuilder()
                .setTaskQueue(TaskWorkflow.PLACES_QUEUE)
                .setSummary("Find a host")
                .setStartToCloseTimeout(Duration.ofHours(24))
                .setHeartbeatTimeout(HEARTBEAT)
                .setRetryOptions(QUICK_RETRIES)
                .build();
    }

    /** The database decides, so any worker may ask it. */
    static ActivityOptions leaveHost() {
        return ActivityOptions.newBuilder()
                .setSummary("The host is gone")
                .setStartToCloseTimeout(Duration.ofSeconds(30))
                .setRetryOptions(QUICK_RETRIES)
                .build();
    }

    static ActivityOptions acquire(Reservation reservation) {
        return onHost(reservation, "Make a sandbox: " + reservation.executor().json() + " " + reservation.image())
                .setStartToCloseTimeout(Duration.ofMinutes(15))
                .setHeartbeatTimeout(HEARTBEAT)
                .setRetryOptions(QUICK_RETRIES.toBuilder().setMaximumAttempts(6).build())
                .build();
    }

    static ActivityOptions stage(Reservation reservation) {
        return onHost(reservation, "Bring in files")
                .setStartToCloseTimeout(Duration.ofMinutes(15))
                .setHeartbeatTimeout(HEARTBEAT)
                .setRetryOptions(QUICK_RETRIES.toBuilder().setMaximumAttempts(6).build())
                .build();
    }

    static ActivityOptions look(Reservation reservation) {
        return onHost(reservation, "Look into the workspace")
                .setStartToCloseTimeout(Duration.ofMinutes(5))
                .setHeartbeatTimeout(HEARTBEAT)
                .setRetryOptions(QUICK_RETRIES.toBuilder().setMaximumAttempts(3).build())
                .build();
    }

    /** Attempts are not counted: attaching again is free, and the step's own timeout is enforced inside. */
    static ActivityOptions runStep(Reservation reservation, StepSpec step) {
        return onHost(reservation, step.name() + ": " + shortened(step.command().toString()))
                .setScheduleToCloseTimeout(reservation
                        .timeoutOf(step)
                        .plus(reservation.graceOf(step))
                        .plus(reservation.hostLostAfter())
                        .plus(STEP_MARGIN))
                .setHeartbeatTimeout(HEARTBEAT)
                .setCancellationType(ActivityCancellationType.TRY_CANCEL)
                .setRetryOptions(QUICK_RETRIES)
                .build();
    }

    static ActivityOptions stopStep(Reservation reservation, StepSpec step) {
        return onHost(reservation, "Stop " + step.name())
                .setStartToCloseTimeout(reservation.graceOf(step).plus(Duration.ofSeconds(30)))
                .setRetryOptions(
                        QUICK_RETRIES.toBuilder().setMaximumAttempts(10).build())
                .build();
    }

    static ActivityOptions collect(Reservation reservation) {
        return onHost(reservation, "Collect artifacts")
                .setStartToCloseTimeout(Duration.ofHours(1))
                .setHeartbeatTimeout(HEARTBEAT)
                .setRetryOptions(QUICK_RETRIES.toBuilder().setMaximumAttempts(6).build())
                .build();
    }

    /** One attempt, as of all that is done at once; what it leaves undone is found by {@link #releaseHere}. */
    static LocalActivityOptions releaseAtOnce() {
        return atOnce(null);
    }

    static ActivityOptions release(Reservation reservation) {
        return removal(onHost(reservation, REMOVAL));
    }

    /** On the workflow's own queue; nobody waits there long for a worker that may be another host's. */
    static ActivityOptions releaseHere() {
        return removal(ActivityOptions.newBuilder()
                .setScheduleToStartTimeout(Duration.ofSeconds(5))
                .setSummary(REMOVAL));
    }

    private static ActivityOptions removal(ActivityOptions.Builder options) {
        return options.setStartToCloseTimeout(Duration.ofSeconds(60))
                .setRetryOptions(
                        QUICK_RETRIES.toBuilder().setMaximumAttempts(20).build())
                .build();
    }

    /** While the task goes on; what fails here is made good by {@link #recordEnd}. */
    static LocalActivityOptions recordProgress() {
        return LocalActivityOptions.newBuilder()
                .setStartToCloseTimeout(Duration.ofSeconds(5))
                .setDoNotIncludeArgumentsIntoMarker(true)
                .setRetryOptions(RetryOptions.newBuilder().setMaximumAttempts(1).build())
                .build();
    }

    /** The row of a task that ended is written, however long the database is away. */
    static ActivityOptions recordEnd() {
        return ActivityOptions.newBuilder()
                .setSummary("Write the history")
                .setStartToCloseTimeout(Duration.ofSeconds(30))
                .setRetryOptions(QUICK_RETRIES)
                .build();
    }

    static ActivityOptions reap() {
        return ActivityOptions.newBuilder()
                .setSummary("Remove what nobody has a right to")
                .setStartToCloseTimeout(Duration.ofMinutes(10))
                .setHeartbeatTimeout(HEARTBEAT)
                .setScheduleToCloseTimeout(Duration.ofMinutes(20))
                .setRetryOptions(QUICK_RETRIES)
                .build();
    }

    static ActivityOptions tidy() {
        return ActivityOptions.newBuilder()
                .setSummary("Seal logs and remove what is kept no longer")
                .setStartToCloseTimeout(Duration.ofHours(1))
                .setHeartbeatTimeout(Duration.ofMinutes(2))
                .setScheduleToCloseTimeout(Duration.ofHours(2))
                .setRetryOptions(QUICK_RETRIES)
                .build();
    }

    private static ActivityOptions.Builder onHost(Reservation reservation, String summary) {
        return ActivityOptions.newBuilder()
                .setTaskQueue(reservation.hostQueue())
                .setScheduleToStartTimeout(reservation.hostLostAfter())
                .setSummary(summary);
    }

    private static String shortened(String text) {
        return text.length() <= 120 ? text : text.substring(0, 119) + "…";
    }
}
