package dev.holdfast.cli.tasks;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Json;
import dev.holdfast.cli.output.Screen;
import dev.holdfast.cli.output.StatusLine;
import dev.holdfast.client.Task;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.rest.RerunRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a task again. */
@Command(
        name = "rerun",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a task again as a new one: the same spec, the same input files by their hashes, the same image by its",
            "digest. Shows its output and ends with its exit code, as 'run' does."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast rerun nightly-1 --id nightly-2"})
public final class RerunCommand implements Callable<Integer> {
    @Mixin
    TaskArgument argument = new TaskArgument();

    @Option(
            names = "--from-step",
            paramLabel = "N",
            description = "Leaves out the steps before this one; the workspace begins with the task's input files.")
    @Nullable Integer fromStep;

    @Option(names = "--id", paramLabel = "ID", description = "Your own id for the new task.")
    @Nullable String id;

    @Option(
            names = "--secret",
            paramLabel = "NAME",
            description =
                    "Brings this shell's variable again, for a secret that was the first task's alone. Repeatable.")
    List<String> secrets = List.of();

    @Option(
            names = {"-d", "--detach"},
            description = "Prints the id of the new task and returns.")
    boolean detach;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, or json: one result object on stdout and nothing else.")
    Format format = Format.TEXT;

    @Override
    public Integer call() {
        try (StatusLine status = StatusLine.onStderr(false, !detach)) {
            return Failures.explained(() -> {
                RerunRequest request = new RerunRequest(id == null ? null : new TaskId(id), fromStep, secretValues());
                Task task = argument.task().rerun(request);
                return detach ? leave(task) : follow(task, status);
            });
        }
    }

    private Map<String, String> secretValues() {
        Map<String, String> values = new HashMap<>();
        for (String name : secrets) {
            String value = System.getenv(name);
            if (value == null) {
                throw new CommandFailure(ExitCodes.USAGE, "--secret " + name + ": this shell has no such variable");
            }
            values.put(name, value);
        }
        return values;
    }

    private int leave(Task task) {
        if (format == Format.JSON) {
            Json.print(System.out, task.result());
        } else {
            System.out.println(task.id());
        }
        return ExitCodes.OK;
    }

    private int follow(Task task, StatusLine status) {
        Screen screen = format == Format.JSON ? null : Screen.of(System.out, System.err, false);
        CancelOnInterrupt interrupt = new CancelOnInterrupt(task, status);
        Interrupts.handle(interrupt);
        interrupt.taskIsAccepted();
        TaskResult result = task.follow(new RunView(status, screen));
        status.rest();
        if (format == Format.JSON) {
            Json.print(System.out, result);
        }
        int exitCode = Ending.exitCode(result);
        if (exitCode != ExitCodes.OK) {
            status.say(Ending.sentence(result));
        }
        return exitCode;
    }
}
