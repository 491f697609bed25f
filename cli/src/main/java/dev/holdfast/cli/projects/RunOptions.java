package dev.holdfast.cli.projects;

import dev.holdfast.cli.output.Format;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.projects.run.RunPlanner;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the commands take that run a project's own commands. */
final class RunOptions {
    @Option(names = "--only", paramLabel = "PATH", description = "Only the project at this path, as detect shows it.")
    @Nullable String only;

    @Option(
            names = "--project",
            paramLabel = "NAME",
            description = "Whose caches are used; the directory's name when left out.")
    @Nullable String project;

    @Option(names = "--image", paramLabel = "IMAGE", description = "Another image than the one detected.")
    @Nullable String image;

    @Option(
            names = "--network",
            paramLabel = "NETWORK",
            description = "none, bridge or host; bridge where something is installed.")
    @Nullable String network;

    @Option(names = "--sandbox", paramLabel = "EXECUTOR", description = "auto, docker, podman, oci or local")
    String sandbox = "auto";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, or json: one object on stdout and nothing else.")
    Format format = Format.TEXT;

    @Option(
            names = {"-q", "--quiet"},
            description = "Only the summary.")
    boolean quiet;

    @Option(names = "--ctrf", paramLabel = "FILE", description = "Writes all tests as a Common Test Report.")
    @Nullable Path ctrf;

    RunPlanner planner(Path directory) {
        return new RunPlanner(
                projectId(directory), Executor.fromJson(sandbox), network == null ? null : Network.fromJson(network));
    }

    private ProjectId projectId(Path directory) {
        if (project != null) {
            return new ProjectId(project);
        }
        Path name = directory.toAbsolutePath().normalize().getFileName();
        String plain =
                (name == null ? "" : name.toString()).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]", "-");
        String start = plain.replaceFirst("^[._-]+", "");
        return start.isEmpty() ? ProjectId.DEFAULT : new ProjectId(start.substring(0, Math.min(63, start.length())));
    }
}
