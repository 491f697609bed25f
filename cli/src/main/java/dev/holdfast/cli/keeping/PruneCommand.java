package dev.holdfast.cli.keeping;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Json;
import dev.holdfast.cli.tasks.Connection;
import dev.holdfast.cli.tasks.Failures;
import dev.holdfast.contract.rest.TidyResult;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Applies retention now. */
@Command(
        name = "prune",
        mixinStandardHelpOptions = true,
        description = {
            "Removes tasks that are kept no longer, as HOLDFAST_RETENTION_AGE, _COUNT and _BYTES say, and what only they",
            "needed. Pinned tasks stay ('holdfast pin'). A schedule does the same by itself."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast prune --dry-run"})
public final class PruneCommand implements Callable<Integer> {
    @Option(
            names = {"-n", "--dry-run"},
            description = "Only says what would be removed.")
    boolean dryRun;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, or json.")
    Format format = Format.TEXT;

    @Override
    public Integer call() {
        TidyResult result =
                Failures.explained(() -> Connection.existing().administration().tidy(dryRun));
        if (format == Format.JSON) {
            Json.print(System.out, result);
            return ExitCodes.OK;
        }
        result.first().forEach(System.out::println);
        System.err.println("holdfast: " + result.tasks() + " tasks " + (dryRun ? "would be removed" : "removed")
                + (dryRun ? "" : ", " + result.contents() + " files, " + result.freedBytes() + " bytes"));
        result.failed().forEach(problem -> System.err.println("holdfast: " + problem));
        return result.failed().isEmpty() ? ExitCodes.OK : ExitCodes.PLATFORM;
    }
}
