package dev.holdfast.cli.tasks;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Json;
import dev.holdfast.cli.output.Screen;
import dev.holdfast.client.OpenTask;
import dev.holdfast.contract.Durations;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.StepSpecBuilder;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.LogEntry;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs one more command in an open task. */
@Command(
        name = "exec",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Runs one more command in an open task (holdfast run --keep), shows its output as it comes, and ends with its"
                        + " exit code.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  holdfast run --keep --id build -- sh -c 'echo one > state'",
            "  holdfast exec build -- cat state",
            "  holdfast close build"
        })
public final class ExecCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "TASK", description = "Id of the open task.")
    String id = "";

    @Parameters(
            index = "1..*",
            paramLabel = "COMMAND",
            arity = "1..*",
            description = "The program and its arguments; no shell is added.")
    List<String> command = List.of();

    @Option(names = "--name", paramLabel = "NAME", description = "Of the step: the same step under it is run once.")
    @Nullable String name;

    @Option(
            names = {"-w", "--workdir"},
            paramLabel = "DIR",
            description = "Where the command runs, relative to the workspace.")
    @Nullable String workdir;

    @Option(names = "--step-timeout", paramLabel = "TIME", description = "For the command. Default: 5m.")
    @Nullable String stepTimeout;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, or json: one result object on stdout and nothing else.")
    Format format = Format.TEXT;

    @Option(names = "--raw", description = "Passes the output byte for byte.")
    boolean raw;

    /** Everything behind the task's id belongs to the command, with or without {@code --}. */
    public static CommandLine commandLine() {
        return new CommandLine(new ExecCommand()).setStopAtPositional(true);
    }

    @Override
    public Integer call() {
        return Failures.explained(() -> {
            List<String> program = command.get(0).equals("--") ? command.subList(1, command.size()) : command;
            OpenTask task = Connection.existing().openTask(new TaskId(id));
            if (format == Format.JSON) {
                StepResult step = task.run(step(program));
                Json.print(System.out, step);
                return Ending.exitCode(step);
            }
            Screen screen = Screen.of(System.out, System.err, raw);
            return Ending.exitCode(task.run(step(program), entry -> show(screen, entry)));
        });
    }

    private static void show(Screen screen, LogEntry entry) {
        if (!screen.write(entry)) {
            // As with any program whose reader has gone; the command goes on.
            Runtime.getRuntime().halt(ExitCodes.BROKEN_PIPE);
        }
    }

    private StepSpec step(List<String> program) {
        return StepSpecBuilder.builder()
                .name(name)
                .command(dev.holdfast.contract.Command.of(program))
                .cwd(workdir)
                .timeout(stepTimeout == null ? null : Durations.parse("step-timeout", stepTimeout))
                .build();
    }
}
