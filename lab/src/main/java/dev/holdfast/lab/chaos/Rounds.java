package dev.holdfast.lab.chaos;

import java.util.ArrayList;
import java.util.List;

/** Rounds one after the other, up to one after which not everything works again. */
final class Rounds {
    private Rounds() {}

    /** Plays one round to its end. */
    interface Player {
        RoundReport play(int number, Deck.Card card) throws InterruptedException;
    }

    static List<RoundReport> play(int rounds, Deck deck, Player player) throws InterruptedException {
        List<RoundReport> reports = new ArrayList<>();
        boolean healed = true;
        for (int number = 1; number <= rounds && healed; number++) {
            RoundReport report = player.play(number, deck.next());
            reports.add(report);
            healed = report.healed();
        }
        return reports;
    }
}
