package dev.holdfast.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.contract.TaskState;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that run while the code is replaced go on in the new code: so it must agree with what the old one did. */
class StoredHistoriesTest {
    private static final Pattern SCHEDULED =
            Pattern.compile("(\"activityTaskScheduledEventAttributes\".*?\"name\": \")[^\"]+", Pattern.DOTALL);

    static List<Path> histories() throws IOException {
        return RecordedHistories.all();
    }

    @ParameterizedTest
    @MethodSource("histories")
    void theCodeAgreesWith(Path history) {
        assertThatCode(() -> replay(Files.readString(history))).doesNotThrowAnyException();
    }

    @Test
    void thereIsAHistoryOfEveryKindOfEnding() throws IOException {
        List<String> ends = histories().stream()
                .filter(file -> !RecordedHistories.isOfAnOpenTask(file))
                .map(file -> file.getFileName().toString())
                .map(name -> name.substring(name.lastIndexOf('-') + 1, name.length() - ".json".length()))
                .distinct()
                .toList();

        Stream<String> told = Arrays.stream(TaskState.values())
                .filter(TaskState::terminal)
                .map(state -> state.name().toLowerCase(Locale.ROOT));
        assertThat(ends)
                .containsExactlyInAnyOrderElementsOf(Stream.concat(told, Stream.of(RecordedHistories.REFUSED))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "closed",
                "with-steps-of-its-spec",
                "with-files",
                "looked-into",
                "only-looked-into",
                "refused",
                "idle",
                "lifetime",
                "cancelled",
                "lost",
                "continued-run-1",
                "continued-run-2"
            })
    void thereIsAHistoryOfAnOpenTaskThatIs(String what) throws IOException {
        assertThat(histories())
                .extracting(file -> file.getFileName().toString())
                .anyMatch(name -> name.endsWith("open-" + what + ".json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"WORKFLOW_EXECUTION_UPDATE_COMPLETED", "WORKFLOW_EXECUTION_CONTINUED_AS_NEW"})
    void somethingWasAskedOfThemAndTheyWentOnInNewRuns(String event) throws IOException {
        for (Path file : histories()) {
            if (RecordedHistories.isOfAnOpenTask(file) && Files.readString(file).contains(event)) {
                return;
            }
        }
        throw new AssertionError("no history of an open task has " + event);
    }

    @Test
    void codeThatDoesSomethingElseIsNoticed() throws IOException {
        for (Path file : histories()) {
            Matcher scheduled = SCHEDULED.matcher(Files.readString(file));
            if (scheduled.find()) {
                String changed = scheduled.replaceFirst("$1Something else");

                assertThatThrownBy(() -> replay(changed)).hasMessageContaining("Something else");
                return;
            }
        }
        throw new AssertionError("no history has an activity");
    }

    private static void replay(String json) throws Exception {
        try (TestWorkflowEnvironment environment = TestWorkflowEnvironment.newInstance()) {
            // A machine that is busy with other things is no sign of code that hangs.
            Worker worker = environment.newWorker(
                    "replay",
                    WorkerOptions.newBuilder()
                            .setDefaultDeadlockDetectionTimeout(60_000)
                            .build());
            worker.registerWorkflowImplementationTypes(TaskWorkflowImpl.class);
            WorkflowReplayer.replayWorkflowExecution(WorkflowExecutionHistory.fromJson(json), worker);
        }
    }
}
