package dev.holdfast.cli.keeping;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.tasks.Connection;
import dev.holdfast.cli.tasks.Failures;
import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Brings a task here. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = {
            "Takes in a task that 'export' wrote, here or elsewhere, when nothing in the file was changed. It can then be",
            "inspected, compared and run again as any other."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast import nightly-1.holdfast.tgz --as nightly-1-elsewhere"})
public final class ImportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A bundle.")
    Path file = Path.of("");

    @Option(names = "--as", paramLabel = "ID", description = "Another id than the one that the task has.")
    @Nullable String as;

    @Override
    public Integer call() {
        return Failures.explained(() -> {
            try {
                System.out.println(Connection.existing()
                        .importBundle(file, as == null ? null : new TaskId(as))
                        .taskId());
                return ExitCodes.OK;
            } catch (IOException failure) {
                throw new CommandFailure("the bundle cannot be read: " + failure.getMessage());
            }
        });
    }
}
