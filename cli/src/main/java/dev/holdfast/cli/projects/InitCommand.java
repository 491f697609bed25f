package dev.holdfast.cli.projects;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.projects.detect.Project;
import dev.holdfast.projects.repo.ContractWriter;
import dev.holdfast.projects.repo.RepoContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a contract to start from. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description = "Writes .holdfast.yml from what is detected; what it says is then used instead of detection.",
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast init", "  holdfast init services/api"})
public final class InitCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", arity = "0..1", description = "The directory; here when left out.")
    Path directory = Path.of(".");

    @Option(names = "--force", description = "Replaces the file that is there.")
    boolean force;

    @Override
    public Integer call() {
        Path file = directory.resolve(RepoContract.FILE);
        if (Files.exists(file) && !force) {
            throw new CommandFailure(ExitCodes.USAGE, file + " is there already; --force replaces it");
        }
        Repository repository = Repository.at(directory);
        Project first = repository.projects(null).get(0);
        try {
            Files.writeString(file, ContractWriter.write(first));
        } catch (IOException failure) {
            throw new CommandFailure(file + " cannot be written: " + failure.getMessage());
        }
        System.err.println(
                "holdfast: wrote " + file + " for " + first.ecosystem().json() + " (" + first.tool() + ")");
        int others = repository.detection().projects().size() - 1;
        if (others > 0) {
            System.err.println("holdfast: " + others + " more projects below; run 'holdfast init' in theirs too");
        }
        return ExitCodes.OK;
    }
}
