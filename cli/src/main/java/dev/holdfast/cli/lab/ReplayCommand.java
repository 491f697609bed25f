package dev.holdfast.cli.lab;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.stack.OwnProgram;
import dev.holdfast.cli.tasks.Connection;
import dev.holdfast.cli.tasks.Failures;
import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A task's history through the workflow code once more. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the workflow code of this build over the history of a task. Nothing is executed again: activities answer"
                    + " as they did then.",
            "Says where code and history part, and exits with 1 then. docs/replay.md shows how to do it under a debugger."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast replay nightly-1", "  holdfast replay --file history.json --debug"})
public final class ReplayCommand implements Callable<Integer> {
    private static final String DEBUGGER = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:";

    @Parameters(
            paramLabel = "TASK",
            arity = "0..1",
            description = "Id of the task, or the file of a bundle that 'holdfast export' wrote.")
    @Nullable String id;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "A history that was saved before, here or by Temporal's own tools (JSON), or a bundle.")
    @Nullable Path file;

    @Option(names = "--save", paramLabel = "FILE", description = "Also keep the history in this file.")
    @Nullable Path save;

    @Option(
            names = "--debug",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = "5005",
            description = "Wait for a debugger at this port of the loopback interface (5005).")
    @Nullable Integer debug;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if ((id == null) == (file == null)) {
            throw new CommandFailure(ExitCodes.USAGE, "give either the id of a task or --file");
        }
        if (file != null) {
            return replay(file);
        }
        if (Files.isRegularFile(Path.of(String.valueOf(id)))) {
            return replay(Path.of(String.valueOf(id)));
        }
        Path fetched = save == null ? Files.createTempFile("holdfast-history", ".json") : save;
        try {
            Files.writeString(fetched, fetch(new TaskId(String.valueOf(id))));
            return replay(fetched);
        } finally {
            if (save == null) {
                Files.deleteIfExists(fetched);
            }
        }
    }

    private static String fetch(TaskId task) {
        return Failures.explained(() -> Connection.existing().task(task).history());
    }

    private int replay(Path history) throws IOException, InterruptedException {
        List<String> arguments = List.of(history.toString());
        String main = "dev.holdfast.lab.replay.Replay";
        return debug == null
                ? OwnProgram.run("lab", main, arguments, List.of(), Map.of())
                // The SDK takes code that stands at a breakpoint for hung, unless it is told.
                : OwnProgram.run("lab", main, arguments, List.of(DEBUGGER + debug), Map.of("TEMPORAL_DEBUG", "true"));
    }
}
