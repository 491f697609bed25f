package dev.holdfast.cli.projects;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Json;
import dev.holdfast.contract.Cache;
import dev.holdfast.projects.detect.Detection;
import dev.holdfast.projects.detect.Project;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what a directory holds, and why. */
@Command(
        name = "detect",
        mixinStandardHelpOptions = true,
        description = {
            "Finds the projects of a directory: language, version, image, commands, caches and reports,",
            "each with the evidence. Nothing is run; what git ignores is passed over."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:something was found", "2:nothing was found, or .holdfast.yml is wrong"},
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast detect", "  holdfast detect services -o json"})
public final class DetectCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", arity = "0..1", description = "The directory; here when left out.")
    Path directory = Path.of(".");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text or json")
    Format format = Format.TEXT;

    @Override
    public Integer call() {
        Repository repository = Repository.at(directory);
        Detection detection = repository.detection();
        if (format == Format.JSON) {
            Json.print(System.out, detection);
            return detection.projects().isEmpty() ? ExitCodes.USAGE : ExitCodes.OK;
        }
        repository.projects(null).forEach(DetectCommand::print);
        detection.notes().forEach(note -> System.err.println("holdfast: " + note));
        return ExitCodes.OK;
    }

    private static void print(Project project) {
        System.out.println(project.path() + "  " + project.ecosystem().json() + " (" + project.tool() + ")"
                + (project.version() == null ? "" : "  " + project.version()));
        line("image", project.image());
        line("install", project.commands().install());
        line("build", project.commands().build());
        line("test", project.commands().test());
        line("lint", project.commands().lint());
        line("caches", joined(project.caches().stream().map(Cache::json).toList()));
        line("reports", joined(project.reports()));
        line("members", joined(project.members()));
        project.evidence().forEach(evidence -> line("because", evidence.toString()));
    }

    private static @Nullable String joined(List<String> items) {
        return items.isEmpty() ? null : items.stream().collect(Collectors.joining(", "));
    }

    private static void line(String name, @Nullable String value) {
        if (value != null) {
            System.out.println(String.format(java.util.Locale.ROOT, "  %-8s %s", name, value));
        }
    }
}
