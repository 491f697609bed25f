package dev.holdfast.lab.chaos;

import dev.holdfast.activities.temporal.TemporalConnection;
import dev.holdfast.lab.replay.Replayer;
import dev.holdfast.workflows.TaskRequest;
import java.util.ArrayList;
import java.util.List;

/** Every history of this run, whatever happened to its workers, replays through the code of this build. */
final class ReplayFault {
    private ReplayFault() {}

    /** @param earlier tasks of the rounds before */
    static Fault over(List<Probe> earlier) {
        return new Fault(25, "histories replayed", round -> {
            List<Probe> replayed = new ArrayList<>(earlier);
            Probe fresh = round.submit(round.experiment(2));
            fresh.awaitEnd(java.time.Duration.ofMinutes(1));
            replayed.add(fresh);
            Replayer replayer = new Replayer(TemporalConnection.dataConverter());
            for (Probe probe : replayed) {
                String workflow = TaskRequest.workflowId(probe.task().id());
                replayer.divergence(round.stack().temporal().client().fetchHistory(workflow))
                        .ifPresent(parted -> round.claim(false, workflow + " does not replay: " + parted.getMessage()));
            }
            round.pick(List.of(replayed.size() + " histories"));
            round.lift();
        });
    }
}
