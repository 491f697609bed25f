package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Project;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** .NET: restored from the project files alone, then built. Packages are in the image, downloads in the cache. */
final class DotnetDockerfile {
    private static final Pattern MANIFEST = Pattern.compile(
            ".*\\.(?:cs|fs|vb)proj|.*\\.slnx?|(?i:nuget\\.config)|global\\.json|packages\\.lock\\.json|Directory\\..*\\.props");

    private DotnetDockerfile() {}

    static String write(Project project, Base base, ProjectFiles files) {
        List<String> manifests = files.named(MANIFEST);
        Predicate<String> below = path -> path.contains("/");
        String target = String.valueOf(project.commands().install()).replace("dotnet restore ", "");
        return Layers.head(project, base, "ENV DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_CLI_HOME=/tmp\n")
                + Layers.manifests(
                        manifests.stream().filter(below.negate()).collect(Collectors.joining(" ")),
                        manifests.stream().filter(below).toList())
                + Layers.run("/cache/nuget", "NUGET_HTTP_CACHE_PATH=/cache/nuget dotnet restore " + target)
                + Layers.code()
                + "RUN dotnet build --no-restore " + target + "\n"
                + "CMD [\"sh\", \"-c\", \"dotnet test --no-build " + target.replace("\"", "\\\"") + "\"]\n";
    }
}
