package dev.holdfast.cli.tasks;

import dev.holdfast.cli.output.Json;
import dev.holdfast.cli.output.Screen;
import dev.holdfast.cli.output.StatusLine;
import dev.holdfast.client.Holdfast;
import dev.holdfast.client.Task;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** Plays what {@code run} and its neighbours do, once, against an API that only pretends. */
public final class RunRehearsal {
    private RunRehearsal() {}

    public static void play(String url) {
        CommandLine line = RunCommand.commandLine().setCaseInsensitiveEnumValuesAllowed(true);
        RunCommand run = line.getCommand();
        line.parseArgs("-o", "json", "--timeout", "5m", "--", "sh", "-c", "x");
        Holdfast holdfast = Holdfast.builder().baseUrl(url).token("none").build();
        Task task = holdfast.submit(new TaskId("t"), run.options.spec(run.command, Map.of(), List.of()));
        Interrupts.handle(count -> {});
        try (StatusLine status = StatusLine.onStderr(false, true)) {
            TaskResult result = task.follow(new RunView(status, Screen.of(System.out, System.err, false)));
            status.say(Ending.sentence(result));
            Json.print(System.out, result);
        }
        task.result();
        task.logs(0);
        Json.print(System.out, holdfast.list(List.of(), 1, null).tasks());
    }
}
