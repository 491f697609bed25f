package dev.holdfast.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TranscriptTest {
    private static final Experiment TWO_COMMANDS =
            Experiment.of(2, Duration.ZERO, 0, "word").withExitCodes(List.of(0, 3));
    private static final Experiment MOVABLE =
            Experiment.of(2, Duration.ZERO, 0, "word").withRetries(1);
    private static final String FIRST = "execution a\nline 1\nline 2\n";
    private static final String SECOND = "execution b\nline 3\nline 4\n";

    @Test
    void eachCommandOnceAndToItsLastLineIsWhole() {
        Transcript log = Transcript.of(FIRST + SECOND);

        assertThat(log.isWhole(TWO_COMMANDS)).isTrue();
        assertThat(log.repeats(TWO_COMMANDS)).isFalse();
        assertThat(log.words(TWO_COMMANDS)).containsExactly("a", "b");
    }

    @Test
    void aLineThatIsMissingTwiceOrOutOfPlaceIsSeen() {
        assertThat(Transcript.of(FIRST).isWhole(TWO_COMMANDS)).isFalse();
        assertThat(Transcript.of(SECOND + FIRST).isWhole(TWO_COMMANDS)).isFalse();
        assertThat(Transcript.of(FIRST + SECOND + "line 4\n").isWhole(TWO_COMMANDS))
                .isFalse();
        assertThat(Transcript.of(FIRST + "execution b\nline 4\n").isWhole(TWO_COMMANDS))
                .isFalse();
        assertThat(Transcript.of("line 0\n" + FIRST + SECOND).isWhole(TWO_COMMANDS))
                .isFalse();
    }

    @Test
    void aCommandThatWasStartedTwiceIsSeen() {
        assertThat(Transcript.of(FIRST + "execution c\n" + SECOND).repeats(TWO_COMMANDS))
                .isTrue();
    }

    @Test
    void whatMayBeBegunAnewMayHaveBeenBrokenOffBefore() {
        Transcript moved = Transcript.of("execution z\nline 1\n" + FIRST);

        assertThat(moved.repeats(MOVABLE)).isFalse();
        assertThat(moved.isWhole(MOVABLE)).isTrue();
        assertThat(moved.words(MOVABLE)).containsExactly("a");
        assertThat(Transcript.of("execution z\nline 2\n" + FIRST).isWhole(MOVABLE))
                .isFalse();
        assertThat(Transcript.of(FIRST.repeat(3)).repeats(MOVABLE)).isTrue();
    }
}
