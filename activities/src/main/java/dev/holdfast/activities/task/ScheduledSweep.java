package dev.holdfast.activities.task;

import dev.holdfast.workflows.ReaperActivities;
import io.temporal.activity.Activity;

/**
 * A sweep as an activity. It heartbeats: of one whose worker died Temporal knows soon, and the next worker of the host sweeps
 * again instead of waiting for what will never be answered.
 */
public final class ScheduledSweep implements ReaperActivities {
    private final ReaperActivities sweep;

    public ScheduledSweep(ReaperActivities sweep) {
        this.sweep = sweep;
    }

    @Override
    public ReapReport reap(ReapRequest request) {
        try (Pulse pulse = Pulse.of(Activity.getExecutionContext())) {
            pulse.check();
            return sweep.reap(request);
        }
    }
}
