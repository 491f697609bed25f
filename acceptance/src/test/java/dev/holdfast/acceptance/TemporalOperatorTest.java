package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.client.Task;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.TaskRequest;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionDescription;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An operator who has only Temporal finds tasks, reads what they are about and what they do, and cancels them. */
@ExtendWith(WithStack.class)
class TemporalOperatorTest {
    private static final String IMAGE = "debian:bookworm-slim";
    private static final String COMMAND = "echo begun; sleep 600";

    private final TemporalView temporal;
    private final Arena arena;

    TemporalOperatorTest(StackUnderTest stack) {
        temporal = new TemporalView(stack);
        arena = new Arena(stack);
    }

    @AfterEach
    void nothingIsLeft() {
        temporal.close();
        arena.assertNothingIsLeft();
    }

    @Test
    void tasksAreFoundByTheirProjectStateImageExecutorAndExitCode() {
        String project =
                "HoldfastProject = 'searched' AND HoldfastImage = '" + IMAGE + "' AND HoldfastExecutor = 'docker'";
        Task running = running("searched");
        TaskResult failed = arena.run(HostileTask.shell("exit 3").project("searched"));
        TaskResult succeeded = arena.run(HostileTask.shell("exit 0").project("searched"));

        assertFound(project + " AND HoldfastState = 'running' AND HoldfastExitCode IS NULL", running.id());
        assertFound(project + " AND HoldfastState = 'failed' AND HoldfastExitCode = 3", failed.taskId());
        assertFound(project + " AND HoldfastState = 'succeeded' AND HoldfastExitCode < 3", succeeded.taskId());
        assertFound(project + " AND ExecutionStatus = 'Running'", running.id());

        running.cancel("seen");
        arena.await(running);
        assertFound(project + " AND HoldfastState = 'cancelled'", running.id());
        assertFound(project + " AND HoldfastState = 'running'");
    }

    @Test
    void aWorkflowSaysWhatItIsAboutAndWhatItDoesAndItsActivitiesToo() {
        Task task = running("described");

        WorkflowExecutionDescription description = temporal.workflow(task.id()).describe();
        assertThat(description.getStaticSummary()).isEqualTo(COMMAND);
        assertThat(description.getStaticDetails()).startsWith("Project described, asked for by ");
        assertThat(temporal.currentDetails(task.id())).isEqualTo("running: everything is in place");

        task.cancel("read enough");
        TaskResult result = arena.await(task);
        assertThat(temporal.currentDetails(task.id())).isEqualTo("cancelled: " + result.reason());
        assertThat(temporal.summariesOfActivities(task.id()))
                .containsExactly("step-1: " + COMMAND, "Stop step-1", "Remove the sandbox and verify");
    }

    @Test
    void cancellingTheWorkflowEndsTheTaskAsCancelledAndRemovesItsSandbox() {
        Task task = running("cancelled");

        temporal.workflow(task.id()).cancel();

        TaskResult result = arena.await(task);
        assertThat(result.state()).as(result.reason()).isEqualTo(TaskState.CANCELLED);
        assertThat(result.outcome()).isEqualTo(OutcomeKind.CANCELLED);
        assertThat(result.reason()).contains("cancelled");
        assertThat(result.steps().getFirst().outcome()).isEqualTo(OutcomeKind.CANCELLED);
        assertThat(result.cleanup().sandbox()).isNotNull();
        await().atMost(StackUnderTest.EVENTUALLY)
                .untilAsserted(
                        () -> assertThat(temporal.workflow(task.id()).describe().getStatus())
                                .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CANCELED));
    }

    /** Long enough that others have time to look. */
    private Task running(String project) {
        Task task = arena.start(
                HostileTask.shell(COMMAND).project(project).image(IMAGE).timeout(Duration.ofMinutes(15)));
        await().atMost(StackUnderTest.EVENTUALLY)
                .until(() -> temporal.summariesOfActivities(task.id()).contains("step-1: " + COMMAND));
        return task;
    }

    /** A list is a second behind. */
    private void assertFound(String query, TaskId... tasks) {
        List<String> workflows =
                List.of(tasks).stream().map(TaskRequest::workflowId).toList();
        await().atMost(StackUnderTest.EVENTUALLY)
                .untilAsserted(() -> assertThat(temporal.find(query)).as(query).isEqualTo(workflows));
    }
}
