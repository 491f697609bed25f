package dev.holdfast.workflows;

import dev.holdfast.workflows.ReaperActivities.ReapReport;
import dev.holdfast.workflows.ReaperActivities.ReapRequest;
import io.temporal.workflow.Workflow;

/** One sweep. */
public final class ReaperWorkflowImpl implements ReaperWorkflow {
    private final ReaperActivities activities =
            Workflow.newActivityStub(ReaperActivities.class, ActivityPolicies.reap());

    @Override
    public ReapReport run(ReapRequest request) {
        return activities.reap(request);
    }
}
