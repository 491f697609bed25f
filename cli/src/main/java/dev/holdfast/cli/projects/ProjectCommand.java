package dev.holdfast.cli.projects;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What the commands that run a project's own commands have in common. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
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
        footerHeading = "%nExamples:%n")
abstract class ProjectCommand implements Callable<Integer> {
    @Mixin
    RunOptions options = new RunOptions();
}
