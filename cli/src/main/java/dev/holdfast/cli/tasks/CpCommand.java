package dev.holdfast.cli.tasks;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.client.Task;
import dev.holdfast.contract.Durations;
import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Fetches artifacts. */
@Command(
        name = "cp",
        mixinStandardHelpOptions = true,
        description = "Fetches an artifact of a task, or makes a link to it that needs no token.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  holdfast cp TASK:out/report.html .",
            "  holdfast cp TASK:out/data.bin - | sha256sum",
            "  holdfast cp --link 1h TASK:out/data.bin"
        })
public final class CpCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "TASK:PATH", description = "The artifact, as 'holdfast artifacts' lists it.")
    String source = "";

    @Parameters(
            index = "1",
            paramLabel = "LOCAL",
            arity = "0..1",
            description = "A file, a directory, or - for stdout.")
    @Nullable String target;

    @Option(
            names = "--link",
            paramLabel = "LIFETIME",
            description =
                    "Prints an address instead, from which anybody may download it for that long, such as 15m or 2d.")
    @Nullable String lifetime;

    @Override
    public Integer call() {
        if ((target == null) == (lifetime == null)) {
            throw new CommandFailure(ExitCodes.USAGE, "cp wants either LOCAL, where the copy goes, or --link LIFETIME");
        }
        int colon = source.indexOf(':');
        if (colon < 1 || colon == source.length() - 1) {
            throw new CommandFailure(
                    "'" + source + "' is not TASK:PATH; 'holdfast artifacts TASK' lists what is there");
        }
        String path = source.substring(colon + 1);
        return Failures.explained(() -> {
            Task task = Connection.existing().task(new TaskId(source.substring(0, colon)));
            if (lifetime != null) {
                System.out.println(task.artifactLink(path, Durations.parse("--link", lifetime))
                        .url());
                return ExitCodes.OK;
            }
            try (InputStream content = task.artifact(path)) {
                save(content, path, Objects.requireNonNull(target));
            } catch (IOException failure) {
                throw new CommandFailure("'" + path + "' could not be copied: " + failure.getMessage());
            }
            return ExitCodes.OK;
        });
    }

    /** Written beside and moved into place, so that a copy that breaks leaves nothing that looks whole. */
    private static void save(InputStream content, String path, String target) throws IOException {
        if (target.equals("-")) {
            content.transferTo(System.out);
            System.out.flush();
            return;
        }
        Path given = Path.of(target);
        Path file = Files.isDirectory(given) ? given.resolve(safeName(path)) : given;
        Path directory = file.toAbsolutePath().getParent();
        Path draft = Files.createTempFile(directory, ".holdfast-cp", null);
        try {
            Files.copy(content, draft, StandardCopyOption.REPLACE_EXISTING);
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** The last part of a name that a task chose: it must stay in the directory that the user chose. */
    private static String safeName(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            throw new CommandFailure("'" + path + "' has no name for a file; give one instead of a directory");
        }
        return name;
    }
}
