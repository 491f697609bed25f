package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class RehearsalTest {
    @Test
    void theRehearsalReachesItsEndSoThatTheLauncherGetsItsCache() {
        assertThatCode(() -> Rehearsal.main(new String[0])).doesNotThrowAnyException();
    }
}
