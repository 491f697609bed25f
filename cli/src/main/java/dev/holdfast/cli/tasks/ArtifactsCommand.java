package dev.holdfast.cli.tasks;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.InertText;
import dev.holdfast.cli.output.Json;
import dev.holdfast.contract.Artifact;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists what a task left behind. */
@Command(
        name = "artifacts",
        mixinStandardHelpOptions = true,
        description = "Lists the files that were collected from a task. 'holdfast cp' fetches them.",
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast artifacts nightly-1", "  holdfast cp nightly-1:out/report.html ."})
public final class ArtifactsCommand implements Callable<Integer> {
    private static final String ROW = "%-9s %12s  %-12s  %s%n";

    @Mixin
    TaskArgument argument = new TaskArgument();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, or json: an array of artifacts.")
    Format format = Format.TEXT;

    @Override
    public Integer call() {
        List<Artifact> artifacts = Failures.explained(() -> argument.task().artifacts());
        if (format == Format.JSON) {
            Json.print(System.out, artifacts);
            return ExitCodes.OK;
        }
        System.out.printf(ROW, "STATUS", "BYTES", "SHA256", "PATH");
        for (Artifact artifact : artifacts) {
            String sha256 = artifact.sha256();
            String why = artifact.reason() == null ? "" : "  (" + artifact.reason() + ")";
            String link = artifact.link() == null ? "" : " -> " + artifact.link();
            System.out.printf(
                    ROW,
                    artifact.status().json(),
                    artifact.size(),
                    sha256 == null ? "" : sha256.substring(0, 12),
                    InertText.of(artifact.path() + link + why));
        }
        return ExitCodes.OK;
    }
}
