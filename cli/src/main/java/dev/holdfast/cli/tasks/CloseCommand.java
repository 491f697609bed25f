package dev.holdfast.cli.tasks;

import dev.holdfast.client.Holdfast;
import dev.holdfast.contract.TaskId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Closes open tasks. */
@Command(
        name = "close",
        mixinStandardHelpOptions = true,
        description = "Closes open tasks: their artifacts are collected, then their sandboxes removed.",
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast close build"})
public final class CloseCommand extends ForEachTask {
    @Override
    void act(Holdfast holdfast, TaskId taskId, @Nullable String why) {
        holdfast.openTask(taskId).close(why);
    }
}
