package dev.holdfast.cli.projects;

import dev.holdfast.projects.run.Goal;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Tests a directory of code in a sandbox. */
@Command(
        name = "test",
        description = {
            "Tests a directory of code in a sandbox: finds out what it is, brings its files, installs what it depends",
            "on with the project's caches, runs its commands, reads the reports and says how it went."
        },
        footer = {
            "  holdfast test                               the project in this directory",
            "  holdfast test services/api --network none   one that needs nothing installed",
            "  holdfast test --only web --ctrf report.json   one of several, with all its tests as a file",
            "  holdfast test -o json"
        })
public final class TestCommand extends ProjectCommand {
    @Parameters(paramLabel = "DIR", arity = "0..1", description = "The directory; here when left out.")
    Path directory = Path.of(".");

    @Override
    public Integer call() {
        return new ProjectRun(options, directory, Goal.TEST).run();
    }
}
