package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StepIdentityTest {
    private static final StepSpec STEP = StepSpec.of(Command.of("make", "test")).withName("a");

    @Test
    void theSameStepIsTheSameHoweverItWasWritten() {
        StepSpec asked = STEP.withEnv(Map.of("A", "1", "B", "2")).withTimeout(Duration.ofSeconds(60));
        StepSpec again = ContractJson.STRICT.readValue("""
                {"env": {"B": "2", "A": "1"}, "timeout": "PT1M", "command": ["make", "test"], "name": "a"}
                """, StepSpec.class);

        assertThat(StepIdentity.of(again)).isEqualTo(StepIdentity.of(asked)).matches("[0-9a-f]{16}");
    }

    /** Open tasks take it along from version to version. */
    @Test
    void itStaysWhatItWas() {
        assertThat(StepIdentity.of(STEP)).isEqualTo("98fba121a18f0d35");
    }

    @ParameterizedTest
    @MethodSource("others")
    void whateverChangesHowItIsRunMakesItAnother(StepSpec other) {
        assertThat(StepIdentity.of(other)).isNotEqualTo(StepIdentity.of(STEP));
    }

    static Stream<StepSpec> others() {
        return Stream.of(
                STEP.withCommand(Command.of("make", "tests")),
                STEP.withCommand(Command.of("make test")),
                STEP.withCwd("src"),
                STEP.withEnv(Map.of("A", "1")),
                STEP.withStdin("y\n"),
                STEP.withTimeout(Duration.ofMinutes(1)),
                STEP.withGrace(Duration.ofMinutes(1)),
                STEP.withRetries(1),
                STEP.withOutputLimit(DataSize.ofMebibytes(1)),
                STEP.withBackground(BackgroundPolicy.KILL),
                STEP.withTerminal(new TerminalSize(80, 24)));
    }

    @Test
    void whetherItsTaskGoesOnAfterItMakesNone() {
        assertThat(StepIdentity.of(STEP.withContinueOnFailure(true))).isEqualTo(StepIdentity.of(STEP));
    }
}
