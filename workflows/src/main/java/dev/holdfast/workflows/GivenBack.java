package dev.holdfast.workflows;

import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.SandboxActivities.Finished;
import io.temporal.failure.ActivityFailure;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a task's sandbox, and how the task ends with that.
 *
 * @param endedAt what the task's row says; absent when it is still to be written
 */
record GivenBack(TaskState end, Receipt receipt, @Nullable Instant endedAt) {
    static GivenBack of(Verdict decided, Finished finished) {
        return new GivenBack(
                LastChange.state(decided.end(), finished.receipt()), finished.receipt(), finished.endedAt());
    }

    /** A task that is lost with its host is not called otherwise because its sandbox is lost too. */
    static GivenBack unverified(Verdict decided, ActivityFailure failure, Instant now) {
        Verdict why = ActivityErrors.verdict(failure);
        boolean hostLost = ActivityErrors.hostLost(failure) || (decided.hostLost() && why.hostLost());
        String left = "not verified: " + why.reason()
                + (hostLost ? "; the host's reaper removes what is there when the host is back" : "");
        TaskState end = hostLost && decided.end() == TaskState.LOST ? TaskState.LOST : TaskState.CLEANUP_FAILED;
        return new GivenBack(end, new Receipt(Receipt.State.FAILED, null, now, List.of(), List.of(left)), null);
    }
}
