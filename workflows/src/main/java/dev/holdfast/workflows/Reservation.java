package dev.holdfast.workflows;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.StepSpec;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A host took the task: what was left open in its spec is now decided.
 *
 * @param hostQueue the task queue of that host; everything that touches the sandbox runs there
 * @param executor how the sandbox will be made, and why so
 * @param hostLostAfter how long the host may be silent before the task ends as lost
 */
public record Reservation(
        String host,
        String hostQueue,
        Executor executor,
        String executorReason,
        @Nullable String image,
        Limits limits,
        Duration stepTimeout,
        Duration stepGrace,
        DataSize outputLimit,
        Duration hostLostAfter,
        List<String> warnings) {

    public Duration timeoutOf(StepSpec step) {
        return step.timeout() != null ? step.timeout() : stepTimeout;
    }

    public Duration graceOf(StepSpec step) {
        return step.grace() != null ? step.grace() : stepGrace;
    }

    public DataSize outputLimitOf(StepSpec step) {
        return step.outputLimit() != null ? step.outputLimit() : outputLimit;
    }
}
