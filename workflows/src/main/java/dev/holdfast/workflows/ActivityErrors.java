package dev.holdfast.workflows;

import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TimeoutFailure;
import java.util.Optional;
import java.util.Set;

/** What a failed activity means for its task. */
final class ActivityErrors {
    /** The type of an {@link ApplicationFailure} that says the sandbox itself is gone. */
    static final String SANDBOX_LOST = "sandbox_lost";

    static final String HOST_LOST = "host_lost";

    /** The type of the failure by which {@link SandboxActivities#runStep} says that the task has no sandbox any more. */
    private static final String TASK_ENDED = "task_ended";

    private static final Set<String> NO_REFUSALS = Set.of(SANDBOX_LOST, TASK_ENDED);

    private ActivityErrors() {}

    static Verdict verdict(ActivityFailure failure) {
        return switch (failure.getCause()) {
            case ApplicationFailure e
            when e.getType().equals(SANDBOX_LOST) -> Verdict.lost(e.getOriginalMessage(), SANDBOX_LOST);
            case ApplicationFailure e
            when e.getType().equals(SandboxActivities.COMMAND_BEGUN) -> Verdict.lost(e.getOriginalMessage(), HOST_LOST);
            case ApplicationFailure e -> Verdict.failed(e.getOriginalMessage(), e.getType());
            case TimeoutFailure e
            when e.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START ->
                Verdict.lost("no worker of the sandbox's host answered in time for '" + name(failure) + "'", HOST_LOST);
            case TimeoutFailure e ->
                Verdict.lost("'" + name(failure) + "' did not finish in time (" + e.getTimeoutType() + ")", HOST_LOST);
            case null, default -> Verdict.failed("'" + name(failure) + "' failed: " + failure.getMessage(), "internal");
        };
    }

    /** Nobody serves the queue of the sandbox's host any more. */
    static boolean hostLost(ActivityFailure failure) {
        return failure.getCause() instanceof TimeoutFailure timeout
                && timeout.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START;
    }

    /** What will not be done however often it is asked for, though sandbox and task are there: its reason says why. */
    static Optional<ApplicationFailure> refusal(ActivityFailure failure) {
        return failure.getCause() instanceof ApplicationFailure cause
                        && cause.isNonRetryable()
                        && !NO_REFUSALS.contains(cause.getType())
                ? Optional.of(ApplicationFailure.newNonRetryableFailure(cause.getOriginalMessage(), cause.getType()))
                : Optional.empty();
    }

    /** Who was asked is not the sandbox's host. */
    static boolean elsewhere(ActivityFailure failure) {
        return failure.getCause() instanceof ApplicationFailure cause
                && cause.getType().equals(SandboxActivities.ELSEWHERE);
    }

    private static String name(ActivityFailure failure) {
        return failure.getActivityType();
    }
}
