package dev.holdfast.projects.detect.ecosystems;

import dev.holdfast.contract.Cache;
import dev.holdfast.projects.detect.Ecosystem;
import dev.holdfast.projects.detect.ProjectBuilder;
import dev.holdfast.projects.detect.ProjectDetector;
import dev.holdfast.projects.detect.SourceDirectory;
import dev.holdfast.projects.detect.SourceText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** .NET: a solution, or a project without one. */
final class DotnetDetector implements ProjectDetector {
    private static final Pattern FRAMEWORK = Pattern.compile("<TargetFrameworks?>\\s*([^<;\\s]+)");
    private static final Pattern SDK = Pattern.compile("\"version\"\\s*:\\s*\"([^\"]+)\"");
    private static final Pattern FIRST_PROJECT = Pattern.compile("\"([^\"]+\\.(?:cs|fs|vb)proj)\"");
    private static final List<String> PROJECTS = List.of(".csproj", ".fsproj", ".vbproj");

    @Override
    public List<String> looksFor() {
        return List.of("*.sln", "*.slnx", "*.csproj", "*.fsproj", "*.vbproj");
    }

    @Override
    public Optional<Found> detect(SourceDirectory directory) {
        Optional<String> solution = directory.ending(".sln").or(() -> directory.ending(".slnx"));
        Optional<String> project =
                PROJECTS.stream().flatMap(end -> directory.ending(end).stream()).findFirst();
        Optional<String> marker = solution.or(() -> project);
        if (marker.isEmpty()) {
            return Optional.empty();
        }
        String target = "'" + marker.get().replace("'", "'\\''") + "'";
        ProjectBuilder builder = new ProjectBuilder(directory, Ecosystem.DOTNET, "dotnet")
                .evidence(marker.get(), solution.isPresent() ? "a .NET solution" : "a .NET project")
                .cache(Cache.NUGET)
                .version(framework(directory, solution, project))
                .version(directory.text("global.json").find(SDK, "asks for the SDK {}"))
                .install("dotnet restore " + target)
                .build("dotnet build --no-restore " + target)
                .test(
                        "dotnet test --no-restore --logger trx --results-directory " + ProjectBuilder.REPORTS + " "
                                + target,
                        ProjectBuilder.REPORTS + "/*.trx")
                .lint("dotnet format --verify-no-changes " + target);
        return builder.found(solution.isPresent());
    }

    /** Of a solution the first project's. */
    private static Optional<SourceText.Match> framework(
            SourceDirectory directory, Optional<String> solution, Optional<String> project) {
        Optional<String> file = project.or(() -> solution.flatMap(name -> directory
                .text(name)
                .find(FIRST_PROJECT, "")
                .map(found -> found.value().replace('\\', '/'))));
        return file.flatMap(name -> directory.text(name).find(FRAMEWORK, "targets {}"));
    }
}
