package dev.holdfast.benchmarks.groups;

import dev.holdfast.client.Holdfast;
import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A small task that needs everything: a file in, a command, an artifact out. */
final class SampleTask {
    /** Works in a bare container too, where there is no file. */
    static final List<String> COMMAND = List.of(
            "sh", "-c", "cd /tmp; cat /workspace/question 2> /dev/null > answer; echo 42 >> answer; cat answer");

    private static final Command IN_TASK =
            Command.of("sh", "-c", "cat question > answer; echo 42 >> answer; cat answer");

    private SampleTask() {}

    static TaskResult run(Holdfast client) throws IOException {
        TaskResult result = client.submit(spec()).await();
        if (result.state() != TaskState.SUCCEEDED || result.artifactCount() != 1) {
            throw new IOException("a task ended as " + result.state().json() + " with " + result.artifactCount()
                    + " artifacts: " + result.reason());
        }
        return result;
    }

    private static TaskSpec spec() {
        return new TaskSpec(
                ProjectId.DEFAULT,
                Executor.DOCKER,
                null,
                List.of(StepSpec.of(IN_TASK)),
                List.of(InputFile.text("question", "six times seven\n")),
                Map.of(),
                List.of(),
                Limits.NONE,
                Network.NONE,
                new ArtifactSpec(List.of("answer"), List.of(), null),
                null,
                Map.of(),
                null);
    }
}
