package dev.holdfast.activities.history;

import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.rest.Statistics;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Sums over tasks that have ended. They are kept as tasks end, so asking costs the same however many there were. */
public interface TaskStatistics {
    /**
     * @param project all of them when null
     * @param since from the beginning when null; cut down to a whole hour, or to a whole day when that is long ago
     */
    Statistics statistics(@Nullable ProjectId project, @Nullable Instant since);
}
