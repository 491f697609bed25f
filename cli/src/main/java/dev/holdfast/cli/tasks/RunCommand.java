package dev.holdfast.cli.tasks;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Json;
import dev.holdfast.cli.output.Screen;
import dev.holdfast.cli.output.StatusLine;
import dev.holdfast.client.Holdfast;
import dev.holdfast.client.OpenTask;
import dev.holdfast.client.Task;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskIds;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs one command in a sandbox of its own. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs a command in a sandbox of its own, shows its output as it comes, and ends with its exit code.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "N:the command's own",
            "124:the command or the task timed out",
            "125:Holdfast could not run it, or does not know how it ended",
            "130:it was cancelled"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  holdfast run -- sh -c 'echo hi; exit 3'",
            "  holdfast run --image debian:bookworm-slim --memory 512m --timeout 10m -- sort --version",
            "  holdfast run --file build.sh --artifact 'out/**' -- sh build.sh",
            "  holdfast run --keep --id build -- sh -c 'echo one > state'",
            "  holdfast run --detach -o json -- sleep 60",
            "",
            "Ctrl-C cancels the task; a second Ctrl-C leaves it alone and returns.",
            "Escape sequences in the output are removed, but for colours on a terminal; --raw keeps every byte."
        })
public final class RunCommand implements Callable<Integer> {
    @Mixin
    SpecOptions options = new SpecOptions();

    @Option(names = "--id", paramLabel = "ID", description = "Your own id: the same id and spec are the same task.")
    @Nullable String id;

    @Option(
            names = {"-d", "--detach"},
            description = "Prints the id of the task and returns.")
    boolean detach;

    @Option(
            names = {"--keep", "--open"},
            description = "Leaves the task open for holdfast exec, until holdfast close or 10 idle minutes.")
    boolean keep;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, or json: one result object on stdout and nothing else.")
    Format format = Format.TEXT;

    @Option(
            names = {"-q", "--quiet"},
            description = "Only the command's own output.")
    boolean quiet;

    @Option(names = "--raw", description = "Passes the output byte for byte.")
    boolean raw;

    @Parameters(
            paramLabel = "COMMAND",
            arity = "1..*",
            description = "The program and its arguments; no shell is added.")
    List<String> command = List.of();

    /** Everything behind the command's name belongs to the command, with or without {@code --}. */
    public static CommandLine commandLine() {
        return new CommandLine(new RunCommand()).setStopAtPositional(true);
    }

    @Override
    public Integer call() {
        Map<String, String> environment = System.getenv();
        try (StatusLine status = StatusLine.onStderr(quiet, !detach)) {
            return Failures.explained(() -> {
                LocalFiles files = LocalFiles.of(options.files, options.directories);
                TaskSpec withoutFiles = options.spec(command, environment, List.of());
                TaskId taskId = id == null ? TaskIds.next(Clock.systemUTC()) : new TaskId(id);
                status.waitingFor("starting");
                Holdfast holdfast = Connection.started(status::pass);
                TaskSpec spec = files.isEmpty()
                        ? withoutFiles
                        : options.spec(command, environment, files.brought(holdfast, status));
                if (keep) {
                    return open(
                            holdfast.open(taskId, spec, options.secretValues(environment)),
                            spec.steps().get(0),
                            status);
                }
                Supplier<Task> submission = () -> holdfast.submit(taskId, spec, options.secretValues(environment));
                return detach ? leave(submission.get(), status) : follow(holdfast.task(taskId), submission, status);
            });
        }
    }

    private int open(OpenTask task, StepSpec first, StatusLine status) {
        // The same step again: it is waited for, not run twice.
        StepResult step = task.run(first);
        status.rest();
        if (format == Format.JSON) {
            Json.print(System.out, step);
        } else {
            new StepView(Screen.of(System.out, System.err, raw)).show(task.task(), step);
        }
        status.say("task " + task.id() + " stays open: holdfast exec " + task.id() + " -- COMMAND, then holdfast close "
                + task.id());
        return Ending.exitCode(step);
    }

    private int leave(Task task, StatusLine status) {
        status.rest();
        printAccepted(task);
        return ExitCodes.OK;
    }

    private int follow(Task named, Supplier<Task> submission, StatusLine status) {
        Screen screen = format == Format.JSON ? null : Screen.of(System.out, System.err, raw);
        // Before the task is submitted: it may be at work before the answer is here.
        CancelOnInterrupt interrupt = new CancelOnInterrupt(named, status);
        Interrupts.handle(interrupt);
        Task task = submission.get();
        interrupt.taskIsAccepted();
        TaskResult result = task.follow(new RunView(status, screen));
        status.rest();
        if (format == Format.JSON) {
            Json.print(System.out, result);
        }
        int exitCode = Ending.exitCode(result);
        if (exitCode != ExitCodes.OK || result.state() == TaskState.CLEANUP_FAILED) {
            status.say(Ending.sentence(result));
        }
        return exitCode;
    }

    private void printAccepted(Task task) {
        if (format == Format.JSON) {
            Json.print(System.out, task.result());
        } else {
            System.out.println(task.id());
        }
    }
}
