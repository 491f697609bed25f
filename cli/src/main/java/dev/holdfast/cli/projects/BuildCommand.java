package dev.holdfast.cli.projects;

import dev.holdfast.projects.run.Goal;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Builds a directory of code in a sandbox. */
@Command(
        name = "build",
        description = {
            "Builds a directory of code in a sandbox: finds out what it is, brings its files, installs what it depends",
            "on with the project's caches, runs its commands, reads the reports and says how it went."
        },
        footer = {
            "  holdfast build",
            "  holdfast build services/api --image debian:bookworm-slim",
            "  holdfast build --sandbox local -q"
        })
public final class BuildCommand extends ProjectCommand {
    @Parameters(paramLabel = "DIR", arity = "0..1", description = "The directory; here when left out.")
    Path directory = Path.of(".");

    @Override
    public Integer call() {
        return new ProjectRun(options, directory, Goal.BUILD).run();
    }
}
