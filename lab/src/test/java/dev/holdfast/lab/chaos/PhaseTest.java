package dev.holdfast.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PhaseTest {
    @ParameterizedTest
    @EnumSource
    void aCancelTakesNoArtifactsThatWereCollectedBefore(Phase phase) {
        assertThat(phase.mayLoseArtifacts()).isEqualTo(phase.compareTo(Phase.COLLECTING) <= 0);
    }
}
