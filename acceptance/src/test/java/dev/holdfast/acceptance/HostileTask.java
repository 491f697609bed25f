package dev.holdfast.acceptance;

import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.SecretRef;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.StepSpecBuilder;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskSpecBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A task of one command, in a container and nowhere else. */
final class HostileTask {
    private final Command command;
    private final List<InputFile> files = new ArrayList<>();
    private ProjectId project = ProjectId.DEFAULT;
    private @Nullable String image;
    private Limits limits = Limits.NONE;
    private Duration timeout = Duration.ofMinutes(1);
    private Duration grace = Duration.ofSeconds(1);
    private Map<String, String> env = Map.of();
    private Map<String, String> labels = Map.of();
    private List<SecretRef> secrets = List.of();
    private @Nullable DataSize outputLimit;
    private ArtifactSpec artifacts = ArtifactSpec.STANDARD;

    private HostileTask(Command command) {
        this.command = command;
    }

    static HostileTask shell(String line) {
        return new HostileTask(Command.shell(line));
    }

    static HostileTask perl(String script) {
        return program("perl", "-e", script);
    }

    static HostileTask program(String program, String... arguments) {
        return new HostileTask(Command.of(program, arguments));
    }

    HostileTask project(String name) {
        project = new ProjectId(name);
        return this;
    }

    HostileTask secrets(SecretRef... refs) {
        secrets = List.of(refs);
        return this;
    }

    HostileTask image(String name) {
        image = name;
        return this;
    }

    HostileTask timeout(Duration limit) {
        timeout = limit;
        return this;
    }

    HostileTask env(String name, String value) {
        env = Map.of(name, value);
        return this;
    }

    HostileTask label(String name, String value) {
        labels = Map.of(name, value);
        return this;
    }

    HostileTask outputLimit(String size) {
        outputLimit = DataSize.parse("outputLimit", size);
        return this;
    }

    HostileTask maxFiles(int count) {
        artifacts = new ArtifactSpec(List.of(), List.of(), count);
        return this;
    }

    HostileTask file(InputFile file) {
        files.add(file);
        return this;
    }

    HostileTask cpus(double count) {
        return limit(l -> l.withCpus(count));
    }

    HostileTask memory(String size) {
        return limit(l -> l.withMemory(bytes(size)));
    }

    HostileTask pids(int count) {
        return limit(l -> l.withPids(count));
    }

    HostileTask tmp(String size) {
        return limit(l -> l.withTmp(bytes(size)));
    }

    HostileTask workspace(String size) {
        return limit(l -> l.withWorkspace(bytes(size)));
    }

    HostileTask workspaceFiles(long count) {
        return limit(l -> l.withWorkspaceFiles(count));
    }

    HostileTask openFiles(int count) {
        return limit(l -> l.withOpenFiles(count));
    }

    HostileTask artifactBytes(String size) {
        return limit(l -> l.withArtifacts(bytes(size)));
    }

    private static DataSize bytes(String size) {
        return DataSize.parse("size", size);
    }

    private HostileTask limit(UnaryOperator<Limits> change) {
        limits = change.apply(limits);
        return this;
    }

    /** By the engine. */
    TaskSpec spec() {
        return spec(Executor.DOCKER);
    }

    TaskSpec spec(Executor executor) {
        StepSpec step = StepSpecBuilder.builder()
                .command(command)
                .env(env)
                .timeout(timeout)
                .grace(grace)
                .outputLimit(outputLimit)
                .build();
        return TaskSpecBuilder.builder()
                .project(project)
                .executor(executor)
                .image(image)
                .steps(List.of(step))
                .files(files)
                .secrets(secrets)
                .limits(limits)
                .artifacts(artifacts)
                .labels(labels)
                .build();
    }
}
