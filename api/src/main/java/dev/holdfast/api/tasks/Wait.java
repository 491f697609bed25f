package dev.holdfast.api.tasks;

import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How long a caller waits, and what for. */
public record Wait(Instant deadline, Until until) {
    /** What a caller waits for. */
    public enum Until {
        /** It is known how the task ended; its sandbox may still be there. */
        RESULT,
        /** The task has ended, and its sandbox is gone. */
        END;

        public static Until parse(@Nullable String written) {
            return switch (written) {
                case "result" -> RESULT;
                case "end" -> END;
                case null -> END;
                default -> throw new InvalidFieldException("until", "'" + written + "' is not one of result, end");
            };
        }
    }

    public static Wait atMost(Duration time, Until until) {
        return new Wait(Instant.now().plus(time), until);
    }

    /** Never negative. */
    Duration left() {
        Duration left = Duration.between(Instant.now(), deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }

    public boolean over() {
        return left().isZero();
    }

    boolean metBy(TaskResult task) {
        return task.state().terminal() || (until == Until.RESULT && task.state() == TaskState.RELEASING);
    }
}
