package dev.holdfast.cli.projects;

import dev.holdfast.projects.run.Goal;
import picocli.CommandLine.Command;

/** Builds a directory of code in a sandbox. */
@Command(
        name = "build",
        description = {
            "Builds a directory of code in a sandbox: finds out what it is, brings its files, installs what it depends",
            "on with the project's caches, runs its commands, reads the reports and says how it went."
        },
        footer = "  holdfast build")
public final class BuildCommand extends ProjectCommand {
    public BuildCommand() {
        super(Goal.BUILD);
    }
}
