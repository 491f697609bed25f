package dev.holdfast.activities.task;

import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.SandboxActivities.CollectRequest;
import dev.holdfast.workflows.SandboxActivities.Collected;
import dev.holdfast.workflows.SandboxActivities.LookRequest;
import dev.holdfast.workflows.SandboxActivities.Looked;
import dev.holdfast.workflows.SandboxActivities.Staged;

/** Files into a sandbox, and artifacts out of it. */
public interface TaskFiles {
    /** @param still throws when nobody waits for the result any more */
    Staged bringIn(TaskSpec spec, Limits limits, Supervisor supervisor, Runnable still);

    /** @param still throws when nobody waits for the result any more */
    Looked look(LookRequest request, Supervisor supervisor, Runnable still);

    /** @param still throws when nobody waits for the result any more */
    Collected bringOut(CollectRequest request, Supervisor supervisor, Runnable still);
}
