package dev.holdfast.cli.tasks;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Screen;
import dev.holdfast.cli.output.StatusLine;
import dev.holdfast.client.Task;
import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.contract.rest.LogSlice;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the output of a task. */
@Command(
        name = "logs",
        mixinStandardHelpOptions = true,
        description = "Prints what a task's commands wrote: stdout on stdout, stderr on stderr.",
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast logs nightly-1", "  holdfast logs -f nightly-1                    until it has ended"})
public final class LogsCommand implements Callable<Integer> {
    @Mixin
    TaskArgument argument = new TaskArgument();

    @Option(
            names = {"-f", "--follow"},
            description = "Goes on until the task has ended.")
    boolean follow;

    @Option(names = "--raw", description = "Passes the output byte for byte.")
    boolean raw;

    @Override
    public Integer call() {
        Screen screen = Screen.of(System.out, System.err, raw);
        return Failures.explained(() -> {
            Task task = argument.task();
            if (follow) {
                task.follow(new RunView(StatusLine.onStderr(true, false), screen));
            } else {
                print(task, screen);
            }
            return ExitCodes.OK;
        });
    }

    private static void print(Task task, Screen screen) {
        LogSlice slice = task.logs(0);
        while (!slice.entries().isEmpty()) {
            for (LogEntry entry : slice.entries()) {
                if (!screen.write(entry)) {
                    return;
                }
            }
            slice = task.logs(slice.cursor());
        }
    }
}
