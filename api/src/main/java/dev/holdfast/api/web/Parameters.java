package dev.holdfast.api.web;

import dev.holdfast.api.tasks.UnknownTask;
import dev.holdfast.api.tasks.Wait;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.Durations;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What stands in addresses. */
final class Parameters {
    /** Proxies tend to cut longer silence; whoever wants to wait longer asks again. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    private Parameters() {}

    /** An id that no task can have is a task that is not there. */
    static TaskId taskId(String written) {
        try {
            return new TaskId(written);
        } catch (InvalidFieldException impossible) {
            throw new UnknownTask(written);
        }
    }

    /** As it stands in a spec; a name that no step can have is refused like one there. */
    static String stepName(String written) {
        return String.valueOf(StepSpec.of(Command.of("-")).withName(written).name());
    }

    static TaskId cursor(String written) {
        try {
            return new TaskId(written);
        } catch (InvalidFieldException impossible) {
            throw new InvalidFieldException("cursor", "is not the 'next' of a page before");
        }
    }

    static Wait wait(@Nullable String time, @Nullable String until) {
        return Wait.atMost(wait(time), Wait.Until.parse(until));
    }

    static Duration wait(@Nullable String written) {
        if (written == null) {
            return Duration.ZERO;
        }
        Duration wait = Durations.parse("wait", written);
        if (wait.isNegative()) {
            throw new InvalidFieldException("wait", "is negative");
        }
        return wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
    }
}
