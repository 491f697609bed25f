package dev.holdfast.cli.tasks;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.output.LocalTerminal;
import dev.holdfast.cli.output.StatusLine;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.client.Holdfast;
import dev.holdfast.client.OpenTask;
import dev.holdfast.contract.Durations;
import dev.holdfast.contract.OpenSpec;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskIds;
import dev.holdfast.contract.TaskSpec;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** An interactive terminal in a sandbox. */
@Command(
        name = "shell",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Opens a terminal in a sandbox: in that of an open task, or in one of its own that is removed afterwards.",
            "What is typed and shown goes the way of all output, so it is in the task's log, and it outlives a worker or an"
                    + " API that is started again.",
            ""
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  holdfast shell                               a fresh sandbox, removed when you leave the shell",
            "  holdfast shell --image debian:bookworm-slim --copy .   with the files of this directory",
            "  holdfast shell build                         in the sandbox of the open task 'build'",
            "  holdfast shell --shell sh                    another program than bash",
            "",
            "Ends with the shell's own exit code. Options that describe a sandbox are for a fresh one only.",
            "Sequences that reach beyond the screen (clipboard, title) are removed from what is shown."
        })
public final class ShellCommand implements Callable<Integer> {
    private static final String EITHER = "if command -v bash > /dev/null 2>&1; then exec bash -i; fi; exec sh -i";
    private static final Duration LONGEST = Duration.ofHours(12);
    /** Without its shell nobody needs a sandbox that was made for it; whoever leaves the shell closes it at once. */
    private static final Duration SHORTLY = Duration.ofMinutes(1);

    @Parameters(index = "0", arity = "0..1", paramLabel = "TASK", description = "Id of an open task.")
    @Nullable String id;

    @Option(names = "--shell", paramLabel = "PROGRAM", description = "What to run. Default: bash, else sh.")
    @Nullable String program;

    @Option(
            names = "--silence",
            paramLabel = "TIME",
            description = "Ends the shell when this terminal was gone for so long: killed, or cut off. Default: 5m.")
    String silence = "5m";

    @Option(
            names = {"-q", "--quiet"},
            description = "Only the terminal itself.")
    boolean quiet;

    @Mixin
    SpecOptions options = new SpecOptions();

    @Override
    public Integer call() {
        if (!Terminal.isStdin() || !Terminal.isStdout()) {
            throw new CommandFailure(
                    "a shell needs a terminal on stdin and stdout; 'holdfast run' and 'holdfast exec' do without");
        }
        try (StatusLine status = StatusLine.onStderr(quiet, true)) {
            return Failures.explained(() -> id == null ? inAFreshSandbox(status) : in(open(id), status));
        }
    }

    private static OpenTask open(String id) {
        return Connection.existing().openTask(new TaskId(id));
    }

    private int inAFreshSandbox(StatusLine status) {
        Map<String, String> environment = System.getenv();
        status.waitingFor("starting");
        Holdfast holdfast = Connection.started(status::pass);
        LocalFiles files = LocalFiles.of(options.files, options.directories);
        TaskSpec spec = options.spec(
                        List.of(), environment, files.isEmpty() ? List.of() : files.brought(holdfast, status))
                .withOpen(new OpenSpec(SHORTLY, LONGEST));
        try (OpenTask task = holdfast.open(TaskIds.next(Clock.systemUTC()), spec, options.secretValues(environment))) {
            return in(task, status);
        }
    }

    private int in(OpenTask task, StatusLine status) {
        status.rest();
        status.say("terminal in task " + task.id());
        StepResult ended = new TerminalSession(task, step(), System.in).run();
        return Ending.exitCode(ended);
    }

    private StepSpec step() {
        String terminal = System.getenv().getOrDefault("TERM", "xterm");
        List<String> command = program == null ? List.of("/bin/sh", "-c", EITHER) : List.of(program);
        StepSpec step = options.step(command);
        return step.withTimeout(step.timeout() == null ? LONGEST : step.timeout())
                .withName("shell-" + TaskIds.next(Clock.systemUTC()))
                .withEnv(Map.of("TERM", terminal))
                .withTerminal(LocalTerminal.size().withSilence(Durations.parse("--silence", silence)));
    }
}
