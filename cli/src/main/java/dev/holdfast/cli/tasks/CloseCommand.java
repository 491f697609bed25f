package dev.holdfast.cli.tasks;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.client.Holdfast;
import dev.holdfast.contract.TaskId;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Closes open tasks. */
@Command(
        name = "close",
        mixinStandardHelpOptions = true,
        description = "Closes open tasks: their artifacts are collected, then their sandboxes removed.")
public final class CloseCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TASK", arity = "1..*", description = "Ids of open tasks.")
    List<String> ids = List.of();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Kept with the task.")
    @Nullable String reason;

    @Override
    public Integer call() {
        return Failures.explained(() -> {
            Holdfast holdfast = Connection.existing();
            for (String id : ids) {
                holdfast.openTask(new TaskId(id)).close(reason);
                System.out.println(id);
            }
            return ExitCodes.OK;
        });
    }
}
