package dev.holdfast.cli.keeping;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.tasks.Connection;
import dev.holdfast.cli.tasks.Failures;
import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes a task away. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = {
            "Writes all that remains of a task into one file: spec, history, log, artifacts, inputs, provenance, with the",
            "hash of each. Values of secrets are not in it. The same task gives the same file."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast export nightly-1"})
public final class ExportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TASK", description = "Its id, as 'ps' shows it.")
    String task = "";

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "Where to write it. Default: TASK.holdfast.tgz; - for standard output.")
    @Nullable String file;

    @Override
    public Integer call() {
        return Failures.explained(() -> {
            try (InputStream bundle =
                    Connection.existing().task(new TaskId(task)).bundle()) {
                if ("-".equals(file)) {
                    bundle.transferTo(System.out);
                    System.out.flush();
                    return ExitCodes.OK;
                }
                Path target =
                        Path.of(file == null ? task + ".holdfast.tgz" : file).toAbsolutePath();
                // Beside it first, so that half a bundle never has its name.
                Path draft = Files.createTempFile(target.getParent(), ".bundle", null);
                try {
                    Files.copy(bundle, draft, StandardCopyOption.REPLACE_EXISTING);
                    Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
                } finally {
                    Files.deleteIfExists(draft);
                }
                System.out.println(file == null ? task + ".holdfast.tgz" : file);
                return ExitCodes.OK;
            } catch (IOException failure) {
                throw new CommandFailure("the bundle cannot be written: " + failure.getMessage());
            }
        });
    }
}
