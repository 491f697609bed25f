package dev.holdfast.workflows;

import dev.holdfast.workflows.KeeperActivities.TidyReport;
import dev.holdfast.workflows.KeeperActivities.TidyRequest;
import io.temporal.workflow.Workflow;

/** One round. */
public final class KeeperWorkflowImpl implements KeeperWorkflow {
    private final KeeperActivities activities =
            Workflow.newActivityStub(KeeperActivities.class, ActivityPolicies.tidy());

    @Override
    public TidyReport run(TidyRequest request) {
        return activities.tidy(request);
    }
}
