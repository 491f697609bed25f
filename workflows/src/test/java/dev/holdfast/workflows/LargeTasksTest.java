package dev.holdfast.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.contract.Command;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.OpenSpec;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.SandboxActivities.Look;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However much a task carries, it ends and gives its sandbox back. */
class LargeTasksTest {
    /** As the raw ends of binary output become it. */
    private static final String BINARY = "\\xfe".repeat(4096) + "\u001b".repeat(4096);

    private final FakeHost host = new FakeHost();
    private final BoundedConverter payloads = new BoundedConverter();
    private TestWorkflowEnvironment environment;
    private TaskId taskId;

    @BeforeEach
    void startServer(TestInfo test) {
        taskId = new TaskId("l" + Integer.toHexString(test.getDisplayName().hashCode()));
        environment = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                        .setDataConverter(payloads.converter())
                        .build())
                .build());
        SearchAttributes.ALL.forEach(key -> environment.registerSearchAttribute(key.getName(), key.getValueType()));
        Worker shared = environment.newWorker(TaskWorkflow.TASK_QUEUE);
        shared.registerWorkflowImplementationTypes(TaskWorkflowImpl.class);
        shared.registerActivitiesImplementations(host);
        environment.newWorker(TaskWorkflow.PLACES_QUEUE).registerActivitiesImplementations(host);
        environment.newWorker(FakeHost.QUEUE).registerActivitiesImplementations(host);
        environment.start();
        host.stdout = BINARY;
        host.stderr = BINARY;
    }

    @AfterEach
    void stopServer() {
        host.closed = true;
        environment.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"at once", "to the pool", "elsewhere"})
    void fourStepsWithBinaryOutputOnBothStreamsEnd(String how) throws TimeoutException {
        host.recycles = how.equals("to the pool");
        host.away = how.equals("elsewhere");

        TaskResult result = run(spec(4, "exit 0"));

        assertEnded(result, TaskState.SUCCEEDED);
        assertThat(result.steps()).hasSize(4).allSatisfy(step -> {
            assertThat(step.truncated()).isTrue();
            assertThat(step.stdout()).startsWith("\\xfe").contains("left out").endsWith("\u001b");
        });
        assertThat(result.warnings()).containsExactly("a warning");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void twoHundredStepsWithALargeSpecEnd(boolean away) throws TimeoutException {
        host.away = away;

        TaskResult result = run(spec(200, "exit 0 " + "#".repeat(100)));

        assertEnded(result, TaskState.SUCCEEDED);
        assertThat(result.steps()).hasSize(200);
    }

    @Test
    void anOpenTaskWithLargeCommandsAndFilesEnds() throws TimeoutException {
        TaskWorkflow task = open(spec(1, "exit 0").withFiles(List.of(InputFile.text("a", "x".repeat(60_000)))));

        for (int number = 0; number < 8; number++) {
            assertThat(task.step(step("large-" + number, "exit 0 " + "y".repeat(90_000)))
                            .command())
                    .last()
                    .asString()
                    .contains("left out");
            task.files(new FilesRequest(List.of(InputFile.text("b", "\u0001".repeat(15_000)))));
        }
        task.close(new CloseRequest("enough"));

        TaskResult result = ended();
        assertEnded(result, TaskState.SUCCEEDED);
        assertThat(result.steps()).hasSize(9);
        assertThat(result.steps().get(8).stdout()).isNotEmpty();
    }

    @Test
    void whatIsTooLargeForAnOpenTaskIsRefusedAndTheFieldIsNamed() throws TimeoutException {
        TaskWorkflow task = open(TaskSpec.of());
        List<InputFile> files = IntStream.range(0, 4)
                .mapToObj(number -> InputFile.text("f" + number, "x".repeat(60_000)))
                .toList();

        assertRefused(() -> task.step(step("large", "exit 0 " + "y".repeat(120_000))), "command", "98304");
        assertRefused(() -> task.files(new FilesRequest(files)), "files", "98304", "upload");
        assertRefused(() -> task.look(new Look("x".repeat(120_000), false, false, 1, null)), "path", "98304");
        task.cancel(new CancelRequest("why".repeat(80_000)));

        TaskResult result = ended();
        assertEnded(result, TaskState.CANCELLED);
        assertThat(result.reason()).startsWith("why").contains("left out");
    }

    @Test
    void aSpecThatIsTooLargeFailsBeforeThereIsASandbox() {
        List<InputFile> files =
                List.of(InputFile.text("a", "x".repeat(50_000)), InputFile.text("b", "x".repeat(50_000)));

        assertThatThrownBy(() -> run(TaskSpec.of().withFiles(files)))
                .isInstanceOf(WorkflowFailedException.class)
                .rootCause()
                .isInstanceOf(ApplicationFailure.class)
                .hasMessageContaining("files: a task's spec has at most 98304 bytes");
        assertThat(host.calls).isEmpty();
        RecordedHistories.keepRefused(environment.getWorkflowClient(), taskId);
    }

    private void assertEnded(TaskResult result, TaskState state) {
        assertThat(result.state()).isEqualTo(state);
        assertThat(result.cleanup().state()).isEqualTo(Receipt.State.CLEAN);
        assertThat(payloads.largest.values()).allMatch(bytes -> bytes <= TaskPayloads.MOST_BYTES - 8 * 1024);
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable ask, String... words) {
        assertThatThrownBy(ask)
                .isInstanceOf(WorkflowUpdateException.class)
                .rootCause()
                .hasMessageContainingAll(words);
    }

    private TaskResult run(TaskSpec spec) throws TimeoutException {
        start(spec);
        return ended();
    }

    private TaskWorkflow open(TaskSpec spec) {
        start(spec.withOpen(new OpenSpec(Duration.ofHours(5), Duration.ofHours(50))));
        return environment.getWorkflowClient().newWorkflowStub(TaskWorkflow.class, TaskRequest.workflowId(taskId));
    }

    private TaskResult ended() throws TimeoutException {
        WorkflowStub task = environment.getWorkflowClient().newUntypedWorkflowStub(TaskRequest.workflowId(taskId));
        return task.getResult(30, TimeUnit.SECONDS, TaskResult.class);
    }

    private void start(TaskSpec spec) {
        TaskWorkflow task = environment
                .getWorkflowClient()
                .newWorkflowStub(
                        TaskWorkflow.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(TaskWorkflow.TASK_QUEUE)
                                .setWorkflowId(TaskRequest.workflowId(taskId))
                                .build());
        WorkflowClient.start(task::run, new TaskRequest(taskId, spec, "test"));
    }

    private static TaskSpec spec(int steps, String line) {
        return TaskSpec.of(IntStream.range(0, steps)
                .mapToObj(number -> StepSpec.of(Command.shell(line)))
                .toArray(StepSpec[]::new));
    }

    private static StepRequest step(String name, String line) {
        return new StepRequest(StepSpec.of(Command.shell(line)).withName(name));
    }
}
