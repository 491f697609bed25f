package dev.holdfast.cli.tasks;

import dev.holdfast.client.Holdfast;
import dev.holdfast.contract.TaskId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Ends tasks early. */
@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        description =
                "Ends tasks early: their commands are stopped, their sandboxes removed. A task that has ended stays as it is.",
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast cancel nightly-1", "  holdfast ps -q | xargs -r holdfast cancel --reason 'maintenance'"})
public final class CancelCommand extends ForEachTask {
    @Override
    void act(Holdfast holdfast, TaskId taskId, @Nullable String why) {
        holdfast.task(taskId).cancel(why);
    }
}
