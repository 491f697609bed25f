package dev.holdfast.workflows;

import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Looks after one host's sandboxes; started by a schedule. */
@WorkflowInterface
public interface ReaperWorkflow {
    @WorkflowMethod(name = "Reap")
    ReaperActivities.ReapReport run(ReaperActivities.ReapRequest request);
}
