package dev.holdfast.cli.tasks;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Json;
import dev.holdfast.client.Holdfast;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.TaskPage;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists tasks. */
@Command(name = "ps", mixinStandardHelpOptions = true, description = "Lists tasks, newest first.")
public final class PsCommand implements Callable<Integer> {
    private static final int PAGE = 200;
    private static final String ROW = "%-28s %-14s %-5s %-8s %-10s %s%n";

    @Option(
            names = {"-a", "--all"},
            description = "Also those that have ended.")
    boolean all;

    @Option(
            names = {"-n", "--last"},
            paramLabel = "N",
            defaultValue = "100",
            description = "At most that many. Default: ${DEFAULT-VALUE}.")
    int most;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, or json: an array of tasks.")
    Format format = Format.TEXT;

    @Override
    public Integer call() {
        List<TaskResult> tasks = Failures.explained(this::fetch);
        if (format == Format.JSON) {
            Json.print(System.out, tasks);
        } else {
            print(System.out, tasks);
        }
        return ExitCodes.OK;
    }

    private List<TaskResult> fetch() {
        Holdfast holdfast = Connection.existing();
        List<TaskState> states = all
                ? List.of()
                : Stream.of(TaskState.values())
                        .filter(state -> !state.terminal())
                        .toList();
        List<TaskResult> tasks = new ArrayList<>();
        TaskPage page = holdfast.list(states, Math.min(PAGE, most), null);
        tasks.addAll(page.tasks());
        while (page.next() != null && tasks.size() < most) {
            page = holdfast.list(states, Math.min(PAGE, most - tasks.size()), page.next());
            tasks.addAll(page.tasks());
        }
        return tasks;
    }

    private static void print(PrintStream out, List<TaskResult> tasks) {
        out.printf(ROW, "TASK", "STATE", "EXIT", "SANDBOX", "CREATED", "REASON");
        Instant now = Instant.now();
        for (TaskResult task : tasks) {
            out.printf(
                    ROW,
                    task.taskId(),
                    task.state().json(),
                    task.exitCode() == null ? "" : task.exitCode(),
                    task.executor() == null ? "" : task.executor().json(),
                    ago(Duration.between(task.createdAt(), now)),
                    task.reason());
        }
    }

    private static String ago(Duration age) {
        long seconds = Math.max(0, age.toSeconds());
        if (seconds < 120) {
            return seconds + "s ago";
        }
        if (seconds < 7200) {
            return seconds / 60 + "m ago";
        }
        return seconds < 172_800 ? seconds / 3600 + "h ago" : seconds / 86_400 + "d ago";
    }
}
