package dev.holdfast.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private final Deck deck = new Deck(EngineFaults.all(), 1);

    @Test
    void asManyArePlayedAsWereAskedFor() throws InterruptedException {
        List<RoundReport> reports = Rounds.play(5, deck, (number, card) -> report(number, true));

        assertThat(reports).extracting(RoundReport::round).containsExactly(1, 2, 3, 4, 5);
        assertThat(new ChaosReport(1, reports).holds()).isTrue();
    }

    @Test
    void afterOneThatCouldNotBeHealedNoneIsPlayedAndAllAreTold() throws InterruptedException {
        List<RoundReport> reports = Rounds.play(5, deck, (number, card) -> report(number, number < 3));

        assertThat(reports).extracting(RoundReport::round).containsExactly(1, 2, 3);
        assertThat(new ChaosReport(1, reports).holds()).isFalse();
    }

    private static RoundReport report(int number, boolean healed) {
        return new RoundReport(number, 8, "engine killed", "", 1, 1, List.of(), Findings.none(), healed);
    }
}
