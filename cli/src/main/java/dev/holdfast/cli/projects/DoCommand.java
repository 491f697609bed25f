package dev.holdfast.cli.projects;

import dev.holdfast.projects.run.Goal;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs any other command of a project in a sandbox. */
@Command(
        name = "do",
        description = {
            "Runs a command that .holdfast.yml names, or lint as it was detected, in a sandbox with the project's files,",
            "after its setup and with its caches."
        },
        footer = {"  holdfast do lint", "  holdfast do docs services/api"})
public final class DoCommand extends ProjectCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "A name below 'commands' in .holdfast.yml, or lint.")
    String name = "";

    @Parameters(index = "1", paramLabel = "DIR", arity = "0..1", description = "The directory; here when left out.")
    Path directory = Path.of(".");

    @Override
    public Integer call() {
        return new ProjectRun(options, directory, new Goal(name)).run();
    }
}
