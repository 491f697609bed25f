package dev.holdfast.workflows;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/** Removes what nobody has a right to any more. */
@ActivityInterface
public interface ReaperActivities {
    @ActivityMethod(name = "Reap orphans")
    ReapReport reap(ReapRequest request);

    /**
     * @param dryRun only say what would be removed
     */
    record ReapRequest(boolean dryRun) {}

    /**
     * @param removed sandboxes that were removed, or would be
     * @param spared how many are leased or too young
     * @param failed what could not be removed, with the reason
     */
    record ReapReport(boolean dryRun, List<String> removed, int spared, List<String> failed) {}
}
