package dev.holdfast.activities.task;

import dev.holdfast.activities.history.Placements;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.ReaperActivities;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Predicate;

/** Gives back the room of tasks that ended without a word, as a terminated workflow does, and then lets the reaper sweep. */
public final class HostSweep implements ReaperActivities {
    private final ReaperActivities reaper;
    private final Placements placements;
    private final Predicate<TaskId> open;
    private final Duration grace;
    private final Clock clock;

    /** @param open whether the task's workflow still runs; true when that cannot be learnt */
    public HostSweep(
            ReaperActivities reaper, Placements placements, Predicate<TaskId> open, Duration grace, Clock clock) {
        this.reaper = reaper;
        this.placements = placements;
        this.open = open;
        this.grace = grace;
        this.clock = clock;
    }

    @Override
    public ReapReport reap(ReapRequest request) {
        if (!request.dryRun()) {
            placements.placedBefore(clock.instant().minus(grace)).stream()
                    .filter(open.negate())
                    .forEach(placements::leave);
        }
        return reaper.reap(request);
    }
}
