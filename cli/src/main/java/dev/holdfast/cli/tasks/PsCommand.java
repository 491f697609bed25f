package dev.holdfast.cli.tasks;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.InertText;
import dev.holdfast.cli.output.Json;
import dev.holdfast.cli.output.Table;
import dev.holdfast.client.Holdfast;
import dev.holdfast.client.HoldfastException;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.TaskPage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists tasks. */
@Command(
        name = "ps",
        mixinStandardHelpOptions = true,
        description = "Lists tasks, newest first.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  holdfast ps                                   what runs now",
            "  holdfast ps -a --since 24h --state failed",
            "  holdfast ps -q | xargs -r holdfast cancel"
        })
public final class PsCommand implements Callable<Integer> {
    private static final int PAGE = 200;
    private static final int SHORT_COMMAND = 30;
    private static final int SHORT_REASON = 50;
    private static final int MOST_ASKED = 50;

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

    @Option(names = "--project", paramLabel = "NAME", description = "Only of this project.")
    @Nullable String project;

    @Option(names = "--state", paramLabel = "STATE", description = "Only in this state, such as failed. Repeatable.")
    List<String> states = List.of();

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "Only with this label. Repeatable.")
    List<String> labels = List.of();

    @Option(names = "--exit-code", paramLabel = "N", description = "Only with this exit code.")
    @Nullable Integer exitCode;

    @Option(names = "--since", paramLabel = "TIME", description = "Not older than 24h, 30d, or a time.")
    @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Older than that.")
    @Nullable String until;

    @Option(names = "--text", paramLabel = "WORDS", description = "Only with these words in commands, names or reason.")
    @Nullable String text;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, or json: an array of tasks.")
    Format format = Format.TEXT;

    @Option(
            names = {"-q", "--quiet"},
            description = "Only the ids.")
    boolean quiet;

    @Option(names = "--no-trunc", description = "Shows commands and reasons whole.")
    boolean whole;

    @Override
    public Integer call() {
        return Failures.explained(() -> {
            Holdfast holdfast = Connection.existing();
            List<TaskResult> tasks = fetch(holdfast);
            if (format == Format.JSON) {
                Json.print(System.out, tasks);
            } else if (quiet) {
                tasks.forEach(task -> System.out.println(task.taskId()));
            } else {
                table(holdfast, tasks).print(System.out);
            }
            return ExitCodes.OK;
        });
    }

    private List<TaskResult> fetch(Holdfast holdfast) {
        List<TaskState> wanted = wantedStates();
        List<Map.Entry<String, String>> filters = filters();
        List<TaskResult> tasks = new ArrayList<>();
        TaskPage page = holdfast.list(wanted, filters, Math.min(PAGE, most), null);
        tasks.addAll(page.tasks());
        while (page.next() != null && tasks.size() < most) {
            page = holdfast.list(wanted, filters, Math.min(PAGE, most - tasks.size()), page.next());
            tasks.addAll(page.tasks());
        }
        return tasks;
    }

    /** Who names a state or an exit code means tasks that have ended, too. */
    private List<TaskState> wantedStates() {
        if (!states.isEmpty()) {
            return states.stream().map(TaskState::fromJson).toList();
        }
        return all || exitCode != null
                ? List.of()
                : Stream.of(TaskState.values())
                        .filter(state -> !state.terminal())
                        .toList();
    }

    private List<Map.Entry<String, String>> filters() {
        List<Map.Entry<String, String>> filters = new ArrayList<>();
        labels.forEach(label -> filters.add(Map.entry("label", label)));
        add(filters, "project", project);
        add(filters, "exitCode", exitCode);
        add(filters, "since", since);
        add(filters, "until", until);
        add(filters, "text", text);
        return filters;
    }

    private static void add(List<Map.Entry<String, String>> filters, String name, @Nullable Object value) {
        if (value != null) {
            filters.add(Map.entry(name, value.toString()));
        }
    }

    private Table table(Holdfast holdfast, List<TaskResult> tasks) {
        Table table = new Table("TASK", "IMAGE", "COMMAND", "CREATED", "STATE", "EXIT", "REASON");
        Instant now = Instant.now();
        int asked = 0;
        for (TaskResult task : tasks) {
            // Of a task that runs, only its spec says what; there are few of those.
            boolean ask = task.steps().isEmpty() && !task.state().terminal() && asked++ < MOST_ASKED;
            table.add(
                    task.taskId().value(),
                    image(task),
                    shown(ask ? asked(holdfast, task) : ran(task), SHORT_COMMAND),
                    ago(Duration.between(task.createdAt(), now)),
                    task.state().json(),
                    task.exitCode() == null ? "" : task.exitCode().toString(),
                    shown(task.reason(), SHORT_REASON));
        }
        return table;
    }

    private static String image(TaskResult task) {
        String image = task.image() == null ? "" : task.image().replaceFirst("@sha256:.*", "");
        return task.executor() == null || !image.isEmpty()
                ? InertText.of(image)
                : "(" + task.executor().json() + ")";
    }

    private static String ran(TaskResult task) {
        return task.steps().isEmpty()
                ? ""
                : String.join(" ", task.steps().get(0).command());
    }

    private static String asked(Holdfast holdfast, TaskResult task) {
        try {
            List<StepSpec> steps = holdfast.task(task.taskId()).spec().steps();
            return steps.isEmpty() ? "" : steps.get(0).command().toString();
        } catch (HoldfastException.NotFound removedMeanwhile) {
            return "";
        }
    }

    private String shown(String text, int most) {
        return whole ? InertText.of(text) : InertText.of(text, most);
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
