package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.client.Holdfast;
import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Thousands of requests that a machine made up from the API's own description: none may meet a failure of ours, and every
 * answer must be as described. On a stack of its own with room for few sandboxes, because valid requests start tasks.
 */
class SchemathesisTest {
    private static final TaskId ENDED = new TaskId("fuzzed-ended");
    private static final TaskId OPEN = new TaskId("fuzzed-open");

    private static final Pattern GENERATED = Pattern.compile("([0-9]+) generated");

    private static final String CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,"
            + "response_headers_conformance,response_schema_conformance,unsupported_method,ignored_auth";

    @Test
    void everyAnswerIsAsDescribedAndNoneIsAFailureOfOurs() throws IOException {
        Path schemathesis = PythonTools.program("st");
        try (StackUnderTest stack = StackUnderTest.start(Map.of(
                "HOLDFAST_CAPACITY_CPUS", "2",
                "HOLDFAST_API_REQUESTS_PER_SECOND", "1000",
                "HOLDFAST_API_BURST", "3000"))) {
            prepare(stack.client());
            Path settings = settings(stack.directory());

            Shell.Ended run = Shell.start(
                            List.of(
                                    "env",
                                    "-C",
                                    stack.directory().toString(),
                                    schemathesis.toString(),
                                    "--config-file",
                                    settings.toString(),
                                    "run",
                                    stack.apiUrl() + "/v1/openapi.json",
                                    "--url",
                                    stack.apiUrl(),
                                    "--header",
                                    "Authorization: Bearer " + stack.token(),
                                    "--checks",
                                    CHECKS,
                                    "--phases",
                                    "examples,coverage,fuzzing",
                                    "--max-examples",
                                    "15",
                                    "--request-timeout",
                                    "70",
                                    "--continue-on-failure",
                                    "--no-shrink",
                                    "--generation-deterministic"),
                            Map.of("NO_COLOR", "1", "HOME", stack.directory().toString()))
                    .await(Duration.ofMinutes(6));
            endAll(stack.client());

            assertThat(run.exitCode()).as(run.stdout() + run.stderr()).isZero();
            assertThat(generated(run.stdout()))
                    .as("requests that were made up: %s", run.stdout())
                    .isGreaterThan(1000);
        }
    }

    private static int generated(String report) {
        Matcher count = GENERATED.matcher(report);
        return count.find() ? Integer.parseInt(count.group(1)) : 0;
    }

    /** So that there is something to be found. */
    private static void prepare(Holdfast holdfast) {
        TaskSpec spec = TaskSpec.of(StepSpec.of(Command.shell("mkdir out; echo hi | tee out/a.txt; echo no >&2")))
                .withFiles(List.of(InputFile.text("in.txt", "in")))
                .withArtifacts(new ArtifactSpec(List.of("out/**"), List.of(), null));
        TaskResult ended = holdfast.submit(ENDED, spec).await();
        assertThat(ended.state()).isEqualTo(TaskState.SUCCEEDED);
        holdfast.open(OPEN, TaskSpec.of());
    }

    /** Streams end with their task, so most operations get one that has ended. */
    private static Path settings(Path directory) throws IOException {
        return Files.writeString(directory.resolve("schemathesis.toml"), """
                [parameters]
                "path.id" = "%1$s"
                "query.base" = "%1$s"

                [[operations]]
                include-operation-id = ["runStep", "bringFiles", "listWorkspace", "readWorkspaceFile", "typeIntoStep"]
                parameters = { "path.id" = "%2$s" }
                """.formatted(ENDED, OPEN));
    }

    private static void endAll(Holdfast holdfast) {
        List<TaskState> unfinished =
                Stream.of(TaskState.values()).filter(state -> !state.terminal()).toList();
        await().atMost(StackUnderTest.EVENTUALLY)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    List<TaskResult> left = holdfast.list(unfinished, 200, null).tasks();
                    left.forEach(task -> holdfast.task(task.taskId()).cancel("the test is over"));
                    return left.isEmpty();
                });
    }
}
