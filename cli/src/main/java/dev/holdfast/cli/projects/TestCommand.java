package dev.holdfast.cli.projects;

import dev.holdfast.projects.run.Goal;
import picocli.CommandLine.Command;

/** Tests a directory of code in a sandbox. */
@Command(
        name = "test",
        description = {
            "Tests a directory of code in a sandbox: finds out what it is, brings its files, installs what it depends",
            "on with the project's caches, runs its commands, reads the reports and says how it went."
        },
        footer = "  holdfast test")
public final class TestCommand extends ProjectCommand {
    public TestCommand() {
        super(Goal.TEST);
    }
}
