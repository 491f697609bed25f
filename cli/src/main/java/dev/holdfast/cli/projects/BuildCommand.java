package dev.holdfast.cli.projects;

import dev.holdfast.projects.run.Goal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Builds a directory of code in a sandbox. */
@Command(
        name = "build",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Builds a directory of code in a sandbox: finds out what it is, brings its files, installs what it depends",
            "on with the project's caches, runs its commands, reads the reports and says how it went."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything passed",
            "1:a test failed, also where the tool itself ended with 0",
            "N:a command failed: its own exit code",
            "2:nothing was found there, or .holdfast.yml is wrong",
            "124:a command or the task timed out",
            "125:Holdfast could not run it, or does not know how it ended",
            "130:it was cancelled"
        },
        footerHeading = "%nExamples:%n",
        footer = "  holdfast build")
public final class BuildCommand implements Callable<Integer> {
    @Mixin
    RunOptions options = new RunOptions();

    @Override
    public Integer call() {
        return new ProjectRun(options, Goal.BUILD).run();
    }
}
