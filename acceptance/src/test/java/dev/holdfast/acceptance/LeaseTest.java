package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.client.Holdfast;
import dev.holdfast.client.OpenTask;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tasks outlive the leases of their sandboxes many times, whatever they do meanwhile. */
class LeaseTest {
    private static final Duration LEASE = Duration.ofSeconds(6);
    private static final Duration LONGER = LEASE.multipliedBy(3);

    @Test
    void aTaskThatIdlesAndOneOfManyShortStepsKeepTheirSandboxes() {
        try (StackUnderTest stack = StackUnderTest.start(Map.of("HOLDFAST_LEASE", LEASE.toSeconds() + "s"))) {
            Holdfast client = stack.client();
            List<OpenTask> idle = Stream.of(Executor.LOCAL, Executor.DOCKER, Executor.OCI)
                    .map(executor -> client.open(TaskSpec.of().withExecutor(executor)))
                    .toList();
            idle.forEach(task -> task.run("sh", "-c", "echo kept > file"));

            TaskResult busy = client.run(ContractJson.STRICT.readValue("""
                    {"steps": [{"command": ["sleep", "6"]}, {"command": ["sleep", "6"]}, {"command": ["sleep", "6"]}]}
                    """, TaskSpec.class));
            await().during(LONGER)
                    .atMost(StackUnderTest.EVENTUALLY)
                    .until(() -> idle.stream()
                            .noneMatch(task -> task.task().result().state().terminal()));

            assertThat(busy.steps())
                    .as(busy.reason())
                    .hasSize(3)
                    .allSatisfy(step -> assertThat(step.exitCode()).isZero());
            for (OpenTask task : idle) {
                StepResult step = task.run("cat", "file");
                assertThat(step.stdout()).as(step.reason()).isEqualTo("kept\n");
                task.close();
            }
        }
    }
}
