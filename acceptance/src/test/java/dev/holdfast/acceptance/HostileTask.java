package dev.holdfast.acceptance;

import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.BackgroundPolicy;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.OutputLimitAction;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.SecretRef;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskSpec;
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
        return limit(l -> new Limits(count, null, null, null, null, null, null, null).orElse(l));
    }

    HostileTask memory(String size) {
        return limit(l -> new Limits(null, bytes(size), null, null, null, null, null, null).orElse(l));
    }

    HostileTask pids(int count) {
        return limit(l -> new Limits(null, null, count, null, null, null, null, null).orElse(l));
    }

    HostileTask tmp(String size) {
        return limit(l -> new Limits(null, null, null, bytes(size), null, null, null, null).orElse(l));
    }

    HostileTask workspace(String size) {
        return limit(l -> new Limits(null, null, null, null, bytes(size), null, null, null).orElse(l));
    }

    HostileTask workspaceFiles(long count) {
        return limit(l -> new Limits(null, null, null, null, null, count, null, null).orElse(l));
    }

    HostileTask openFiles(int count) {
        return limit(l -> new Limits(null, null, null, null, null, null, count, null).orElse(l));
    }

    HostileTask artifactBytes(String size) {
        return limit(l -> new Limits(null, null, null, null, null, null, null, bytes(size)).orElse(l));
    }

    private static DataSize bytes(String size) {
        return DataSize.parse("size", size);
    }

    private HostileTask limit(UnaryOperator<Limits> change) {
        limits = change.apply(limits);
        return this;
    }

    TaskSpec spec() {
        StepSpec step = new StepSpec(
                null,
                command,
                null,
                env,
                timeout,
                grace,
                null,
                false,
                0,
                outputLimit,
                OutputLimitAction.TRUNCATE,
                BackgroundPolicy.KEEP);
        return new TaskSpec(
                project,
                Executor.DOCKER,
                image,
                List.of(step),
                files,
                Map.of(),
                secrets,
                limits,
                Network.NONE,
                artifacts,
                null,
                labels,
                null);
    }
}
