package dev.holdfast.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepResultBuilder;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskResultBuilder;
import dev.holdfast.contract.TaskState;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExpectationTest {
    private static final Expectation EXITS = Expectation.exits(Experiment.of(1, Duration.ZERO, 7, "word"));
    private static final Expectation LOST = Expectation.ends(TaskState.LOST, "sandbox");
    private static final Expectation EITHER = EXITS.or(LOST);

    @Test
    void whatIsToldAsExitedRanToItsEndThoughItMightHaveBeenLost() {
        TaskResult exited = result(TaskState.FAILED, OutcomeKind.EXITED, 7, "exit 7");

        assertThat(EITHER.contradiction(exited)).isEmpty();
        assertThat(EITHER.ranToItsEnd(exited)).isTrue();
        assertThat(LOST.or(EXITS).ranToItsEnd(exited)).isTrue();
    }

    @Test
    void whatIsLostDidNotRunToItsEndThoughItMightHave() {
        TaskResult lost = result(TaskState.LOST, OutcomeKind.LOST, null, "the sandbox is gone");

        assertThat(EITHER.contradiction(lost)).isEmpty();
        assertThat(EITHER.ranToItsEnd(lost)).isFalse();
        assertThat(LOST.or(EXITS).ranToItsEnd(lost)).isFalse();
    }

    @Test
    void anotherExitCodeIsNeither() {
        TaskResult killed = result(TaskState.FAILED, OutcomeKind.EXITED, 137, "exit 137");

        assertThat(EITHER.contradiction(killed)).isPresent();
    }

    private static TaskResult result(TaskState state, OutcomeKind outcome, @Nullable Integer exitCode, String reason) {
        StepResult step =
                StepResultBuilder.builder().outcome(outcome).exitCode(exitCode).build();
        return TaskResultBuilder.builder()
                .state(state)
                .exitCode(exitCode)
                .reason(reason)
                .steps(List.of(step))
                .build();
    }
}
