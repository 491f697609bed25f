package dev.holdfast.cli.tasks;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.client.Holdfast;
import dev.holdfast.client.HoldfastException;
import dev.holdfast.client.Task;
import dev.holdfast.contract.Durations;
import dev.holdfast.contract.InputFile;
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

/** Copies files out of tasks and into open ones. */
@Command(
        name = "cp",
        mixinStandardHelpOptions = true,
        description = {
            "Copies a file out of a task, or a file or directory into an open one.",
            "Of an open task the workspace is read as it is now; of a task that has ended, its artifacts.",
            "With --link, makes a link to an artifact that needs no token."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  holdfast cp TASK:out/report.html .",
            "  holdfast cp TASK:out/data.bin - | sha256sum",
            "  holdfast cp --link 1h TASK:out/data.bin",
            "  holdfast cp OPEN_TASK:src - | tar x          a directory comes as a tar archive",
            "  holdfast cp main.py OPEN_TASK:src/main.py",
            "  holdfast cp src OPEN_TASK:src"
        })
public final class CpCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FROM", description = "TASK:PATH, or a file or directory of this machine.")
    String from = "";

    @Parameters(
            index = "1",
            paramLabel = "TO",
            arity = "0..1",
            description = "A file, a directory, or - for stdout; or OPEN_TASK:PATH.")
    @Nullable String to;

    @Option(
            names = "--link",
            paramLabel = "LIFETIME",
            description =
                    "Prints an address instead, from which anybody may download it for that long, such as 15m or 2d.")
    @Nullable String lifetime;

    /** A place in a task. */
    private record Place(TaskId task, String path) {}

    @Override
    public Integer call() {
        if ((to == null) == (lifetime == null)) {
            throw new CommandFailure(ExitCodes.USAGE, "cp wants either TO, where the copy goes, or --link LIFETIME");
        }
        return lifetime == null ? copy(Objects.requireNonNull(to)) : link(lifetime);
    }

    private int link(String written) {
        Place source = place(from);
        if (source == null) {
            throw new CommandFailure(ExitCodes.USAGE, "'" + from + "' is not TASK:PATH");
        }
        return Failures.explained(() -> {
            Task task = Connection.existing().task(source.task());
            System.out.println(task.artifactLink(source.path(), Durations.parse("--link", written))
                    .url());
            return ExitCodes.OK;
        });
    }

    private int copy(String where) {
        Place source = place(from);
        Place target = place(where);
        if ((source == null) == (target == null)) {
            throw new CommandFailure(
                    ExitCodes.USAGE,
                    "one of the two is TASK:PATH, the other a path of this machine (./a:b for one with ':')");
        }
        return Failures.explained(() -> {
            try {
                if (source != null) {
                    fetch(source, where);
                } else if (target != null) {
                    bring(Path.of(from), target);
                }
            } catch (IOException failure) {
                throw new CommandFailure("'" + from + "' could not be copied: " + failure.getMessage());
            }
            return ExitCodes.OK;
        });
    }

    /** Null for a path of this machine. */
    private static @Nullable Place place(String written) {
        int colon = written.indexOf(':');
        int slash = written.indexOf('/');
        return colon < 1 || (slash >= 0 && slash < colon) || colon == written.length() - 1
                ? null
                : new Place(new TaskId(written.substring(0, colon)), written.substring(colon + 1));
    }

    private static void fetch(Place source, String to) throws IOException {
        try (InputStream content = content(Connection.existing(), source)) {
            save(content, source.path(), to);
        }
    }

    private static InputStream content(Holdfast holdfast, Place source) {
        Task task = holdfast.task(source.task());
        if (!Task.hasResult(task.result())) {
            try {
                return holdfast.openTask(source.task()).read(source.path());
            } catch (HoldfastException.Conflict notOpen) {
                // It runs, but nobody can look into it; something may have been collected all the same.
                return task.artifact(source.path());
            }
        }
        return task.artifact(source.path());
    }

    private static void bring(Path local, Place target) throws IOException {
        Holdfast holdfast = Connection.existing();
        if (Files.isDirectory(local)) {
            String archive = holdfast.uploadDirectory(local).sha256();
            holdfast.openTask(target.task()).put(InputFile.upload(target.path(), archive, true));
            return;
        }
        String path = target.path().endsWith("/") || target.path().equals(".")
                ? Path.of(target.path())
                        .resolve(local.getFileName())
                        .normalize()
                        .toString()
                : target.path();
        String content = holdfast.upload(local).sha256();
        holdfast.openTask(target.task())
                .put(new InputFile(path, null, null, content, Files.isExecutable(local), false));
    }

    /** Written beside and moved into place, so that a copy that breaks leaves nothing that looks whole. */
    private static void save(InputStream content, String path, String to) throws IOException {
        if (to.equals("-")) {
            content.transferTo(System.out);
            System.out.flush();
            return;
        }
        Path given = Path.of(to);
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
