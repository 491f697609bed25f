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

/** Ends tasks early. */
@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        description = "Ends tasks early. A task that has ended stays as it is.")
public final class CancelCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TASK", arity = "1..*", description = "Ids of tasks.")
    List<String> ids = List.of();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Kept with the task.")
    @Nullable String reason;

    @Override
    public Integer call() {
        return Failures.explained(() -> {
            Holdfast holdfast = Connection.existing();
            for (String id : ids) {
                holdfast.task(new TaskId(id)).cancel(reason);
                System.out.println(id);
            }
            return ExitCodes.OK;
        });
    }
}
