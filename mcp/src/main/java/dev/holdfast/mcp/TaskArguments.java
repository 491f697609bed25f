package dev.holdfast.mcp;

import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.LimitsBuilder;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.OpenSpec;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.StepSpecBuilder;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskSpecBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the spec that task_run's arguments ask for. */
final class TaskArguments {
    private TaskArguments() {}

    static TaskSpec spec(Arguments given, @Nullable Command command, boolean open) {
        String project = given.text("project");
        String network = given.text("network");
        return TaskSpecBuilder.builder()
                .project(project == null ? ProjectId.DEFAULT : new ProjectId(project))
                .image(given.text("image"))
                .network(network == null ? Network.NONE : Network.fromJson(network))
                .env(given.textMap("env"))
                .steps(
                        command == null
                                ? List.of()
                                : List.of(step(given, command).build()))
                .files(given.objects("files").stream().map(TaskArguments::file).toList())
                .artifacts(new ArtifactSpec(given.texts("artifacts"), List.of(), null))
                .limits(limits(given))
                .open(open ? OpenSpec.STANDARD : null)
                .build();
    }

    /** A command of an open task, which has an environment of its own. */
    static StepSpec step(Arguments given, Command command, String name) {
        return step(given, command).name(name).env(given.textMap("env")).build();
    }

    private static StepSpecBuilder step(Arguments given, Command command) {
        return StepSpecBuilder.builder()
                .command(command)
                .cwd(given.text("cwd"))
                .stdin(given.text("stdin"))
                .timeout(given.seconds("timeout_seconds"));
    }

    private static Limits limits(Arguments given) {
        String memory = given.text("memory");
        return LimitsBuilder.builder()
                .memory(memory == null ? null : DataSize.parse("memory", memory))
                .cpus(given.fraction("cpus"))
                .build();
    }

    static InputFile file(Arguments given) {
        return new InputFile(
                given.required("path"), given.required("content"), null, null, given.flag("executable"), false);
    }
}
