package dev.holdfast.workflows;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/** Looks after what remains of tasks. */
@ActivityInterface
public interface KeeperActivities {
    @ActivityMethod(name = "Tidy up")
    TidyReport tidy(TidyRequest request);

    /**
     * @param dryRun only say what would be removed
     */
    record TidyRequest(boolean dryRun) {}

    /**
     * @param sealedLogs logs that were stored as one object
     * @param removedTasks how many were removed, or would be; {@code first} names some of them with the reason
     * @param removedBlobs content that no task needs any more
     * @param freedBytes of that content
     * @param sweptUploads remains of uploads that were cut off
     * @param failed what could not be done, with the reason
     */
    record TidyReport(
            boolean dryRun,
            long sealedLogs,
            long removedTasks,
            List<String> first,
            long removedBlobs,
            long freedBytes,
            long sweptUploads,
            List<String> failed) {}
}
