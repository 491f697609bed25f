package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.client.Task;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The worker or the API may be killed while a command runs: it runs once, and its whole output and true exit code
 * arrive soon. {@code -Dholdfast.workerDeath.seconds=30} makes the command longer, and the kill later in proportion.
 */
@ExtendWith(WithStack.class)
class WorkerDeathTest {
    private static final int SECONDS = Integer.getInteger("holdfast.workerDeath.seconds", 12);
    private static final Duration SOON = Duration.ofSeconds(5);

    /** Leaves one line for each time it was started in a file that is collected. */
    private static final String COMMAND = """
            mkdir -p .artifacts
            echo started >> .artifacts/executions
            for i in $(seq %d); do echo line $i; sleep 1; done
            exit 7
            """.formatted(SECONDS);

    private final StackUnderTest stack;

    WorkerDeathTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @ParameterizedTest
    @ValueSource(strings = {"worker", "api"})
    void commandSurvivesTheDeathOf(String part) {
        Arena arena = new Arena(stack);
        Task task = arena.start(HostileTask.shell(COMMAND));
        await().atMost(StackUnderTest.EVENTUALLY).until(() -> output(task).contains("line " + SECONDS / 3 + "\n"));

        stack.killAndAwaitSuccessor(part);
        Instant successor = Instant.now();
        TaskResult result = endOf(task);
        Instant known = Instant.now();

        assertThat(result.state()).as(result.reason()).isEqualTo(TaskState.FAILED);
        StepResult step = result.steps().getFirst();
        assertThat(step.outcome()).isEqualTo(OutcomeKind.EXITED);
        assertThat(step.exitCode()).isEqualTo(7);
        String whole = IntStream.rangeClosed(1, SECONDS)
                .mapToObj(i -> "line " + i + "\n")
                .collect(Collectors.joining());
        assertThat(step.stdout()).isEqualTo(whole);
        assertThat(output(task)).isEqualTo(whole);
        assertThat(task.artifacts())
                .singleElement()
                .satisfies(executions -> assertThat(executions.size()).isEqualTo("started\n".length()));
        assertThat(Duration.between(later(Objects.requireNonNull(step.endedAt()), successor), known))
                .as("from the command's end, or the successor's start where that came later, to the result")
                .isLessThan(SOON);
        arena.assertNothingIsLeft();
    }

    private static Instant later(Instant ended, Instant successor) {
        return ended.isAfter(successor) ? ended : successor;
    }

    /** The API itself may just have been killed. */
    private static TaskResult endOf(Task task) {
        return Objects.requireNonNull(await().atMost(StackUnderTest.EVENTUALLY)
                .ignoreExceptions()
                .until(task::result, result -> result.state().terminal()));
    }

    private static String output(Task task) {
        return task.logs(0).entries().stream().map(LogEntry::text).collect(Collectors.joining());
    }
}
