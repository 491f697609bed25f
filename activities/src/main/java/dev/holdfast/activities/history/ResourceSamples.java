package dev.holdfast.activities.history;

import dev.holdfast.contract.ResourceSample;
import dev.holdfast.contract.TaskId;
import java.util.List;

/** What sandboxes used while their tasks ran. */
public interface ResourceSamples {
    void record(TaskId taskId, ResourceSample sample);

    /** In the order of time. */
    List<ResourceSample> of(TaskId taskId);
}
