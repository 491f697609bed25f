package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepResultTest {
    @Test
    void aShortResultStaysAsItIs() {
        StepResult step = step(List.of("/bin/sh", "-c", "echo hi"), "hi\n", "");

        assertThat(step.within(64)).isEqualTo(step);
    }

    @Test
    void ofOutputThatIsWrittenAsEscapesTheEndsAreLeft() {
        StepResult step =
                step(List.of("cat"), "\u001b".repeat(8192), "x".repeat(8192)).within(4096);

        assertThat(step.stdout()).startsWith("\u001b").endsWith("\u001b").contains("characters left out");
        assertThat(step.stderr()).isEqualTo("x".repeat(8192));
        assertThat(step.truncated()).isTrue();
    }

    @Test
    void ofALongCommandThereIsTheBeginningAndTheEnd() {
        StepResult script = step(List.of("/bin/sh", "-c", "cat <<E" + "x".repeat(60_000) + "E"), "", "");
        StepResult many = step(Collections.nCopies(9000, "argument"), "", "");

        assertThat(script.within(4096).command().get(2))
                .startsWith("cat <<E")
                .endsWith("E")
                .contains("left out");
        assertThat(script.within(4096).truncated()).isFalse();
        assertThat(many.within(4096).command())
                .startsWith("argument", "argument")
                .last()
                .asString()
                .matches("\\[… 8\\d\\d\\d arguments left out …]");
    }

    @Test
    void whatIsShortenedIsAsShortAsAsked() {
        for (int bytes : new int[] {16, 100, 1000, 4096}) {
            StepResult step = step(Collections.nCopies(9000, "\"\\"), "\u0001".repeat(9000), "ä".repeat(9000))
                    .withReason("why ".repeat(9000));

            assertThat(Oversized.bytes(step.within(bytes))).isLessThanOrEqualTo(720 + Math.max(200, 10 * bytes));
            assertThat(step.within(bytes).within(bytes)).isEqualTo(step.within(bytes));
        }
    }

    @Test
    void withoutItsOutputItSaysThatThereWasSome() {
        StepResult step = step(List.of("x".repeat(9000), "-v"), "out", "");

        assertThat(step.outputLeftOut()).isFalse();
        assertThat(step.withoutOutput().outputLeftOut()).isTrue();
        assertThat(step.withoutOutput().command()).hasSize(2);
        assertThat(Oversized.bytes(step.withoutOutput())).isLessThan(900);
        assertThat(Oversized.bytes(step.barely())).isLessThan(640 - 63 - 16);
        assertThat(step.barely().exitCode()).isEqualTo(0);
    }

    /** As long as its numbers and names get. */
    private static StepResult step(List<String> command, String stdout, String stderr) {
        long large = 999_999_999_999L;
        Instant now = Instant.parse("2026-01-02T03:04:05.678901Z");
        return new StepResult(
                "n".repeat(63),
                command,
                OutcomeKind.EXITED,
                0,
                "SIGKILL",
                null,
                stdout,
                stderr,
                false,
                large,
                large,
                large,
                now,
                now,
                large,
                11,
                new ResourceUsage(large, large, large, large, large, large, large, large, large, large));
    }
}
