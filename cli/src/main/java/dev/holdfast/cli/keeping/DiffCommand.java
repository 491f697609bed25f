package dev.holdfast.cli.keeping;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Json;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.tasks.Connection;
import dev.holdfast.cli.tasks.Failures;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.TaskDiff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two tasks. */
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        description = {
            "Shows how task B differs from task A: spec, image, names of variables, steps, artifacts and output, in which",
            "times, addresses and durations are made equal first. Measurements are shown, and make no difference."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no difference", "1:they differ", "125:they could not be compared"},
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast diff nightly-1 nightly-2 && echo same"})
public final class DiffCommand implements Callable<Integer> {
    /** How a difference is shown. */
    enum Shape {
        TEXT,
        JSON,
        HTML
    }

    private static final int DIFFERENT = 1;

    @Parameters(index = "0", paramLabel = "A", description = "The task before.")
    String base = "";

    @Parameters(index = "1", paramLabel = "B", description = "The task behind.")
    String other = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text (coloured on a terminal), json, or html: a page of its own.")
    Shape shape = Shape.TEXT;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "Where the page goes. Default: standard output.")
    @Nullable Path file;

    @Override
    public Integer call() {
        TaskDiff diff = Failures.explained(
                () -> Connection.existing().task(new TaskId(other)).diff(new TaskId(base)));
        switch (shape) {
            case JSON -> Json.print(System.out, diff);
            case TEXT -> System.out.print(DiffText.of(diff, Terminal.isStdout() && Terminal.coloursAreWanted()));
            case HTML -> write(DiffPage.of(diff));
        }
        return diff.same() ? ExitCodes.OK : DIFFERENT;
    }

    private void write(String page) {
        try {
            if (file == null) {
                System.out.print(page);
            } else {
                Files.writeString(file, page);
            }
        } catch (IOException failure) {
            throw new CommandFailure("the page cannot be written: " + failure.getMessage());
        }
    }
}
