package dev.holdfast.workflows;

import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Seals logs, and removes what is kept no longer; started by a schedule, one for all hosts. */
@WorkflowInterface
public interface KeeperWorkflow {
    String SCHEDULE = "holdfast-keeper";

    @WorkflowMethod(name = "Tidy")
    KeeperActivities.TidyReport run(KeeperActivities.TidyRequest request);
}
