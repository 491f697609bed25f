package dev.holdfast.cli.keeping;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.tasks.Connection;
import dev.holdfast.cli.tasks.Failures;
import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Keeps tasks for good. */
@Command(
        name = "pin",
        mixinStandardHelpOptions = true,
        description = "Keeps a task for good: retention passes it over.",
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast pin nightly-1"})
public final class PinCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TASK", arity = "1..*", description = "Ids, as 'ps' shows them.")
    List<String> tasks = List.of();

    @Option(names = "--remove", description = "Lets retention have it again.")
    boolean remove;

    @Override
    public Integer call() {
        return Failures.explained(() -> {
            for (String task : tasks) {
                try {
                    Connection.existing().task(new TaskId(task)).pin(!remove);
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
                System.out.println(task);
            }
            return ExitCodes.OK;
        });
    }
}
