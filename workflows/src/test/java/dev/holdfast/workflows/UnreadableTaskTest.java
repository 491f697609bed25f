package dev.holdfast.workflows;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks that are started by programs that have no contract to check them. */
class UnreadableTaskTest {
    private TestWorkflowEnvironment environment;

    @BeforeEach
    void startServer() {
        environment = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                        .setDataConverter(TaskPayloads.converter())
                        .build())
                .setUseTimeskipping(false)
                .build());
        Worker worker = environment.newWorker(TaskWorkflow.TASK_QUEUE);
        worker.registerWorkflowImplementationTypes(TaskPayloads.unreadableTasksFail(), TaskWorkflowImpl.class);
        environment.start();
    }

    @AfterEach
    void stopServer() {
        environment.close();
    }

    @ParameterizedTest
    @CsvSource({"priority, 9, priority: 9 is not between 1 and 5", "timeout, PT0S, timeout: PT0S"})
    void aFieldThatCannotBeAcceptedFailsTheWorkflowAndIsNamed(String field, String value, String words) {
        WorkflowStub task = started(Map.of("taskId", "foreign", "spec", Map.of(field, value)));

        assertThatThrownBy(() -> task.getResult(20, TimeUnit.SECONDS, Object.class))
                .isInstanceOf(WorkflowFailedException.class)
                .hasStackTraceContaining(words);
    }

    @Test
    void aTaskWithoutASpecFailsAndSaysSo() {
        WorkflowStub task = started(Map.of("taskId", "foreign"));

        assertThatThrownBy(() -> task.getResult(20, TimeUnit.SECONDS, Object.class))
                .isInstanceOf(WorkflowFailedException.class)
                .hasStackTraceContaining("spec: is missing");
    }

    @Test
    void whatAnEarlierRunWroteIsLeftToAWorkerThatCanReadIt() {
        WorkflowStub task = started(
                Map.of("taskId", "foreign", "spec", Map.of("priority", 9), "continuation", Map.of("version", 1)));

        assertThatThrownBy(() -> task.getResult(3, TimeUnit.SECONDS, Object.class))
                .isInstanceOf(TimeoutException.class);
    }

    private WorkflowStub started(Map<String, ?> request) {
        WorkflowStub task = environment
                .getWorkflowClient()
                .newUntypedWorkflowStub(
                        "Task",
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(TaskWorkflow.TASK_QUEUE)
                                .build());
        task.start(request);
        return task;
    }
}
