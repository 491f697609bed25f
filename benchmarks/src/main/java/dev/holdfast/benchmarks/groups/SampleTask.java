package dev.holdfast.benchmarks.groups;

import dev.holdfast.client.Holdfast;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import java.io.IOException;
import java.util.List;

/** A small task that needs everything: a file in, a command, an artifact out. */
final class SampleTask {
    /** Works in a bare container too, where there is no file. */
    static final List<String> COMMAND = List.of(
            "sh", "-c", "cd /tmp; cat /workspace/question 2> /dev/null > answer; echo 42 >> answer; cat answer");

    /** As a caller would send it, so that it does not depend on what else a task may have. */
    private static final TaskSpec SPEC = ContractJson.STRICT.readValue("""
            {"files": [{"path": "question", "text": "six times seven\\n"}],
             "steps": [{"command": ["sh", "-c", "cat question > answer; echo 42 >> answer; cat answer"]}],
             "artifacts": {"include": ["answer"]}}
            """, TaskSpec.class);

    private SampleTask() {}

    /** Returns when the caller has the result. */
    static void run(Holdfast client) throws IOException {
        TaskResult result = client.run(SPEC);
        if (result.exitCode() == null || result.exitCode() != 0 || result.artifactCount() != 1) {
            throw new IOException("a task ended as " + result.state().json() + " with " + result.artifactCount()
                    + " artifacts: " + result.reason());
        }
    }
}
