package dev.holdfast.cli.tasks;

import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.Cache;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.DirectorySpec;
import dev.holdfast.contract.Durations;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.SecretRef;
import dev.holdfast.contract.Severity;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.StepSpecBuilder;
import dev.holdfast.contract.StorageSpec;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskSpecBuilder;
import dev.holdfast.contract.ValidationSpec;
import dev.holdfast.contract.Volume;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a task is asked to be, as options. */
final class SpecOptions {
    private static final String FILE = ":file=";
    private static final String READ_ONLY = ":ro";

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            description = "Image of the container; the operator's default else.")
    @Nullable String image;

    @Option(
            names = "--sandbox",
            paramLabel = "KIND",
            description = "auto, docker, podman, oci or local (no isolation). Default: HOLDFAST_SANDBOX, else auto.")
    @Nullable String sandbox;

    @Option(
            names = {"-e", "--env"},
            paramLabel = "NAME[=VALUE]",
            description = "Environment of the command; without a value, the one of this shell. Repeatable.")
    List<String> env = List.of();

    @Option(
            names = "--secret",
            paramLabel = "NAME[:file=FILE]",
            description = {
                "A secret for the command, as a variable or as a file in $HOLDFAST_SECRETS: this shell's variable of",
                "that name where it is set, for this task alone, else the one that is kept ('holdfast secret'). Repeatable."
            })
    List<String> secrets = List.of();

    @Option(names = "--timeout", paramLabel = "TIME", description = "For the whole task: 30s, 5m, 2h.")
    @Nullable String timeout;

    @Option(names = "--step-timeout", paramLabel = "TIME", description = "For the command. Default: 5m.")
    @Nullable String stepTimeout;

    @Option(
            names = "--file",
            paramLabel = "LOCAL[:PATH]",
            description = "Brings a file into the workspace, as PATH there. Repeatable.")
    List<String> files = List.of();

    @Option(
            names = "--artifact",
            paramLabel = "GLOB",
            description = "Collects files of the workspace, such as 'build/**'. Repeatable.")
    List<String> artifacts = List.of();

    @Option(names = "--memory", paramLabel = "SIZE", description = "512m, 2g. Default: 2g.")
    @Nullable String memory;

    @Option(names = "--cpus", paramLabel = "N", description = "Fractions allowed. Default: 1.")
    @Nullable Double cpus;

    @Option(names = "--pids", paramLabel = "N", description = "Processes and threads. Default: 100.")
    @Nullable Integer pids;

    @Option(names = "--network", paramLabel = "MODE", description = "none, bridge or host. Default: none.")
    @Nullable String network;

    @Option(
            names = {"-w", "--workdir"},
            paramLabel = "DIR",
            description = "Where the command runs, relative to the workspace.")
    @Nullable String workdir;

    @Option(
            names = "--priority",
            paramLabel = "N",
            description = "While it waits for room: 1 is served first, 5 last. Default: 3.")
    @Nullable Integer priority;

    @Option(names = "--project", paramLabel = "NAME", description = "What the task belongs to.")
    @Nullable String project;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "Free for you; searchable. Repeatable.")
    List<String> labels = List.of();

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the step. Default: step-1.")
    @Nullable String name;

    @Option(
            names = "--copy",
            paramLabel = "LOCAL[:PATH]",
            description = "Brings all of a directory into the workspace, below PATH there. Repeatable.")
    List<String> directories = List.of();

    @Option(
            names = "--dir",
            paramLabel = "DIR[:ro]",
            description = {
                "Works in a directory of the worker's host, such as a checkout or git worktree, instead of in a copy;",
                "':ro' lets it only be read. The operator must allow it (HOLDFAST_MOUNTS)."
            })
    @Nullable String directory;

    @Option(names = "--volume", description = "Mounts the project's own volume; its path is in $PROJECT_VOLUME.")
    boolean volume;

    @Option(
            names = "--cache",
            paramLabel = "TOOL",
            split = ",",
            description = {
                "Keeps what a tool downloads for the project's next tasks:",
                "npm, pip, maven, gradle, go, nuget, cargo, composer, bundler. Repeatable."
            })
    List<String> caches = List.of();

    @Option(names = "--tmp", paramLabel = "SIZE", description = "Of /tmp. Default: 1g.")
    @Nullable String tmp;

    @Option(names = "--disk", paramLabel = "SIZE", description = "Of the workspace. Default: 10g.")
    @Nullable String disk;

    @Option(names = "--output-limit", paramLabel = "SIZE", description = "Of what is kept of the output. Default: 64m.")
    @Nullable String outputLimit;

    @Option(names = "--runtime", paramLabel = "NAME", description = "The engine's runtime: runc, crun, runsc.")
    @Nullable String runtime;

    @Option(
            names = "--validate",
            paramLabel = "POLICY[:SEVERITY]",
            description = {
                "Looks at the files for dangerous calls and secrets before anything runs: 'warn' tells what it found,",
                "'block' runs nothing from SEVERITY on (info, warning, error, critical; error when left out)."
            })
    @Nullable String validate;

    /** The task without its files, which need somebody to be brought to. */
    TaskSpec spec(List<String> command, Map<String, String> environment, List<InputFile> brought) {
        String kind = sandbox != null ? sandbox : environment.getOrDefault("HOLDFAST_SANDBOX", "auto");
        return TaskSpecBuilder.builder()
                .project(project == null ? ProjectId.DEFAULT : new ProjectId(project))
                .executor(Executor.fromJson(kind))
                .image(image)
                .steps(command.isEmpty() ? List.of() : List.of(step(command)))
                .files(brought)
                .env(Pairs.environment(env, environment))
                .secrets(secrets.stream().map(SpecOptions::secret).toList())
                .limits(limits())
                .network(network == null ? Network.NONE : Network.fromJson(network))
                .artifacts(new ArtifactSpec(artifacts, List.of(), null))
                .timeout(duration("timeout", timeout))
                .labels(Pairs.labels(labels))
                .storage(storage())
                .runtime(runtime)
                .validation(validate == null ? null : validation(validate))
                .priority(priority)
                .build();
    }

    private static ValidationSpec validation(String written) {
        int colon = written.indexOf(':');
        return new ValidationSpec(
                ValidationSpec.Policy.fromJson(colon < 0 ? written : written.substring(0, colon)),
                colon < 0 ? Severity.ERROR : Severity.fromJson(written.substring(colon + 1)),
                List.of());
    }

    private StorageSpec storage() {
        return new StorageSpec(
                directory == null ? null : directory(directory),
                volume ? Volume.PROJECT : Volume.NONE,
                caches.stream().map(Cache::fromJson).toList());
    }

    private static DirectorySpec directory(String written) {
        boolean readOnly = written.endsWith(READ_ONLY);
        String path = readOnly ? written.substring(0, written.length() - READ_ONLY.length()) : written;
        return new DirectorySpec(Path.of(path).toAbsolutePath().normalize().toString(), readOnly);
    }

    /** What this shell has of the secrets that were named. */
    Map<String, String> secretValues(Map<String, String> environment) {
        return secrets.stream()
                .map(written -> secret(written).name())
                .distinct()
                .filter(environment::containsKey)
                .collect(Collectors.toMap(name -> name, name -> String.valueOf(environment.get(name))));
    }

    private static SecretRef secret(String written) {
        int colon = written.indexOf(FILE);
        return colon < 0
                ? SecretRef.named(written)
                : new SecretRef(written.substring(0, colon), null, written.substring(colon + FILE.length()));
    }

    StepSpec step(List<String> command) {
        return StepSpecBuilder.builder()
                .name(name)
                .command(Command.of(command))
                .cwd(workdir)
                .timeout(duration("step-timeout", stepTimeout))
                .outputLimit(size("output-limit", outputLimit))
                .build();
    }

    private Limits limits() {
        return new Limits(cpus, size("memory", memory), pids, size("tmp", tmp), size("disk", disk), null, null, null);
    }

    private static @Nullable DataSize size(String field, @Nullable String written) {
        return written == null ? null : DataSize.parse(field, written);
    }

    private static @Nullable Duration duration(String field, @Nullable String written) {
        return written == null ? null : Durations.parse(field, written);
    }
}
