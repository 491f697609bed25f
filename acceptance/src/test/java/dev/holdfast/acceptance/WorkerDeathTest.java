package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.client.Task;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.devstack.control.StopSignal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The worker or the API may be killed, or be asked to stop, while a command runs: it runs once, and its whole output and
 * true exit code arrive soon. A worker that is asked to stop hands the command to the next worker of its host.
 */
@ExtendWith(WithStack.class)
class WorkerDeathTest {
    private static final Duration SOON = Duration.ofSeconds(5);

    private final StackUnderTest stack;

    WorkerDeathTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @ParameterizedTest
    @CsvSource({
        "worker, KILL, 30, DOCKER",
        "worker, TERM, 12, DOCKER",
        "api, KILL, 12, DOCKER",
        "worker, KILL, 12, OCI",
        "worker, TERM, 12, OCI"
    })
    void aCommandSurvivesTheEndOfAProgram(String part, StopSignal signal, int seconds, Executor executor) {
        Arena arena = new Arena(stack, executor);
        Task task = arena.start(HostileTask.shell(command(seconds)));
        await().atMost(StackUnderTest.EVENTUALLY).until(() -> output(task).contains("line " + seconds / 3 + "\n"));

        Instant end = Instant.now();
        stack.endAndAwaitSuccessor(part, signal);
        Instant successor = Instant.now();
        TaskResult result = endOf(task);
        Instant known = Instant.now();

        assertThat(result.state()).as(result.reason()).isEqualTo(TaskState.FAILED);
        StepResult step = result.steps().getFirst();
        assertThat(step.outcome()).isEqualTo(OutcomeKind.EXITED);
        assertThat(step.exitCode()).isEqualTo(7);
        assertThat(step.startedAt()).as("when the command was started").isBefore(end);
        assertThat(executions(task)).as("a new word for each start").hasLineCount(1);
        String whole = executions(task)
                + IntStream.rangeClosed(1, seconds)
                        .mapToObj(i -> "line " + i + "\n")
                        .collect(Collectors.joining());
        assertThat(step.stdout()).isEqualTo(whole);
        assertThat(output(task)).isEqualTo(whole);
        assertThat(Duration.between(later(Objects.requireNonNull(step.endedAt()), successor), known))
                .as("from the command's end, or the successor's start where that came later, to the result")
                .isLessThan(SOON);
        assertThat(stack.log(part))
                .as("what the successor does beside tasks works as well")
                .doesNotContain("Exception in thread", "could not be set up");
        arena.assertNothingIsLeft();
    }

    /** Each start, in whatever sandbox, leaves a word of its own in the output and in a file that is collected. */
    private static String command(int seconds) {
        return """
                id=$(cat /proc/sys/kernel/random/uuid)
                mkdir -p .artifacts
                echo $id >> .artifacts/executions
                echo $id
                for i in $(seq %d); do echo line $i; sleep 1; done
                exit 7
                """.formatted(seconds);
    }

    private static String executions(Task task) {
        try (InputStream words = task.artifact(".artifacts/executions")) {
            return new String(words.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
