package dev.holdfast.cli.projects;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.projects.bootstrap.Bootstrap;
import dev.holdfast.projects.detect.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a Dockerfile to start from. */
@Command(
        name = "bootstrap",
        mixinStandardHelpOptions = true,
        description =
                "Writes a Dockerfile and .dockerignore for Go, Node.js, Python, Java or .NET, from what is detected.",
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast bootstrap", "  holdfast bootstrap services/api"})
public final class BootstrapCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", arity = "0..1", description = "The directory; here when left out.")
    Path directory = Path.of(".");

    @Option(names = "--force", description = "Replaces files that are there.")
    boolean force;

    @Override
    public Integer call() {
        Project project = Repository.at(directory).projects(null).get(0);
        Path target = directory.resolve(project.path()).normalize();
        Bootstrap files = Bootstrap.of(target, project)
                .orElseThrow(() -> new CommandFailure(
                        ExitCodes.USAGE,
                        "no Dockerfile can be written for "
                                + project.ecosystem().json() + "; it can for go, node, python, java and dotnet"));
        write(target.resolve("Dockerfile"), files.dockerfile());
        write(target.resolve(".dockerignore"), files.dockerignore());
        return ExitCodes.OK;
    }

    private void write(Path file, String text) {
        if (Files.exists(file) && !force) {
            throw new CommandFailure(ExitCodes.USAGE, file + " is there already; --force replaces it");
        }
        try {
            Files.writeString(file, text);
            System.err.println("holdfast: wrote " + file);
        } catch (IOException failure) {
            throw new CommandFailure(file + " cannot be written: " + failure.getMessage());
        }
    }
}
