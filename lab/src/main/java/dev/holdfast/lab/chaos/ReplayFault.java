package dev.holdfast.lab.chaos;

import java.time.Duration;
import java.util.List;

/** New workflow code takes tasks over in the middle, so what they have of a history by then must replay too. */
final class ReplayFault {
    private static final Duration LOOK_EVERY = Duration.ofMillis(300);
    private static final int MOST_LOOKS = 100;

    private ReplayFault() {}

    static List<Fault> all() {
        return List.of(new Fault(25, "new workflow code", ReplayFault::newCode));
    }

    private static void newCode(Round round) throws Exception {
        HistoryReplay replay = new HistoryReplay(round.stack());
        Probe threeSteps = round.submit(round.threeSteps(8));
        Probe open = round.submit(round.openTask(8));
        int looks = 0;
        while (open.awaitEnd(LOOK_EVERY).isEmpty() && looks < MOST_LOOKS) {
            for (Probe probe : List.of(threeSteps, open)) {
                replay.divergence(probe.task().id()).ifPresent(parted -> round.claim(false, parted));
            }
            looks++;
        }
        round.claim(looks > 0, "no history was replayed while its task ran");
        round.lift();
    }
}
