package dev.holdfast.cli.tasks;

import dev.holdfast.cli.output.Screen;
import dev.holdfast.client.Task;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.contract.rest.LogSlice;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Shows what a step wrote: from its result where that is all of it, else from the log. */
final class StepView {
    private final Screen screen;

    StepView(Screen screen) {
        this.screen = screen;
    }

    void show(Task task, StepResult step) {
        if (step.truncated()) {
            showLog(task, step.name());
            return;
        }
        write(step, LogEntry.Stream.STDOUT, step.stdout());
        write(step, LogEntry.Stream.STDERR, step.stderr());
    }

    private void write(StepResult step, LogEntry.Stream stream, String text) {
        screen.write(LogEntry.of(step.name(), stream, 0, Instant.EPOCH, text.getBytes(StandardCharsets.UTF_8)));
    }

    private void showLog(Task task, String step) {
        LogSlice slice = task.logs(0);
        while (!slice.entries().isEmpty()) {
            slice.entries().stream().filter(entry -> entry.step().equals(step)).forEach(screen::write);
            slice = task.logs(slice.cursor());
        }
    }
}
