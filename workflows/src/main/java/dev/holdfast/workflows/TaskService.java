package dev.holdfast.workflows;

import dev.holdfast.contract.TaskResult;
import io.nexusrpc.Operation;
import io.nexusrpc.Service;

/**
 * Tasks as operations of Nexus, for workflows of other teams, namespaces or clusters. Which namespace and task queue an
 * endpoint leads to is the operator's business: here it is {@link TaskWorkflow#TASK_QUEUE}.
 */
@Service(name = "Holdfast")
public interface TaskService {
    /** Runs a task to its end. The same task id is the same task, however often the operation is started. */
    @Operation(name = "run")
    TaskResult run(TaskRequest request);
}
