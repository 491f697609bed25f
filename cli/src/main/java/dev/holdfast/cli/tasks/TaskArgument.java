package dev.holdfast.cli.tasks;

import dev.holdfast.client.Task;
import dev.holdfast.contract.TaskId;
import picocli.CommandLine.Parameters;

/** The task that a command is about. */
final class TaskArgument {
    @Parameters(paramLabel = "TASK", description = "Id of the task.")
    String id = "";

    Task task() {
        return Connection.existing().task(new TaskId(id));
    }
}
