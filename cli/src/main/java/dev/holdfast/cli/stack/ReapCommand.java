package dev.holdfast.cli.stack;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Json;
import dev.holdfast.devstack.control.StackHome;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** One round of the reaper, at once. */
@Command(
        name = "reap",
        mixinStandardHelpOptions = true,
        description = {
            "Removes sandboxes of this machine that no task and no pool has a right to any more, as the worker does at its"
                    + " start and regularly. Exits with 1 when something could not be removed.",
            "With --dry-run it only says which."
        },
        footerHeading = "%nExamples:%n",
        footer = "  holdfast reap --dry-run")
public final class ReapCommand implements Callable<Integer> {
    private static final int SOMETHING_IS_LEFT = 1;

    @Option(
            names = {"-n", "--dry-run"},
            description = "Remove nothing.")
    boolean dryRun;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "TEXT",
            description = "text or json")
    Format format = Format.TEXT;

    @Override
    public Integer call() throws IOException, InterruptedException {
        JsonNode report = new HostAccess(StackHome.from(System.getenv()))
                .ask("POST", "/host/reap?dryRun=" + dryRun)
                .orElseThrow(
                        () -> new CommandFailure(
                                "no worker of this machine's stack runs, or its key cannot be read; './holdfast up' starts one"));
        if (format == Format.JSON) {
            Json.print(System.out, report);
        } else {
            report.path("removed").forEach(one -> System.out.println(one.asString()));
            report.path("failed").forEach(one -> System.err.println("holdfast: " + one.asString()));
            System.err.println(
                    "holdfast: " + report.path("removed").size() + (dryRun ? " would be removed, " : " removed, ")
                            + report.path("spared").asInt() + " in use or too young");
        }
        return report.path("failed").isEmpty() ? ExitCodes.OK : SOMETHING_IS_LEFT;
    }
}
