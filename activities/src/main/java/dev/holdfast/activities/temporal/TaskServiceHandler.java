package dev.holdfast.activities.temporal;

import dev.holdfast.contract.TaskResult;
import dev.holdfast.workflows.TaskRequest;
import dev.holdfast.workflows.TaskService;
import io.nexusrpc.handler.OperationHandler;
import io.nexusrpc.handler.OperationImpl;
import io.nexusrpc.handler.ServiceImpl;

/** Each operation is a task's workflow, which goes on whatever becomes of the one who asked. */
@ServiceImpl(service = TaskService.class)
public final class TaskServiceHandler {
    @OperationImpl
    public OperationHandler<TaskRequest, TaskResult> run() {
        return new TaskOperation();
    }
}
