package dev.holdfast.cli.tasks;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.client.Holdfast;
import dev.holdfast.contract.TaskId;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is done to one task after the other, for a reason. */
abstract class ForEachTask implements Callable<Integer> {
    @Parameters(paramLabel = "TASK", arity = "1..*", description = "Ids of tasks.")
    List<String> ids = List.of();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Kept with the task.")
    @Nullable String reason;

    @Option(
            names = {"-q", "--quiet"},
            description = "Does not print the ids.")
    boolean quiet;

    abstract void act(Holdfast holdfast, TaskId taskId, @Nullable String why);

    @Override
    public Integer call() {
        return Failures.explained(() -> {
            Holdfast holdfast = Connection.existing();
            for (String id : ids) {
                act(holdfast, new TaskId(id), reason);
                if (!quiet) {
                    System.out.println(id);
                }
            }
            return ExitCodes.OK;
        });
    }
}
