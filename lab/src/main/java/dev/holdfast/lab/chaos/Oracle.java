package dev.holdfast.lab.chaos;

import dev.holdfast.contract.TaskResult;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks after a round, when everything works again and time enough has passed: at the engine, the machine, Temporal,
 * PostgreSQL and S3, each by itself and not through the code under test.
 */
final class Oracle {
    private static final Duration ENDS_WITHIN = Duration.ofMinutes(3);
    private static final Duration QUIET_WITHIN = Duration.ofSeconds(60);

    private final Leftovers leftovers;
    private final HistoryLook history;
    private final StorageLook storage;
    /** What an earlier round left is that round's fault. */
    private final Set<String> told = new HashSet<>();

    Oracle(ChaosStack stack) {
        this.leftovers = new Leftovers(stack);
        this.history = new HistoryLook(stack);
        this.storage = new StorageLook(stack);
    }

    /** @param findings what is found goes there, also when a part cannot be looked at */
    void judge(Round round, Findings findings) throws InterruptedException, IOException, SQLException {
        for (Probe probe : round.probes()) {
            Optional<Probe.Ended> ended = probe.awaitEnd(ENDS_WITHIN);
            if (ended.isEmpty()) {
                findings.lostRows().add(probe.task().id() + " is not over after " + ENDS_WITHIN.toSeconds() + " s");
            } else {
                judge(probe, ended.get().result(), findings);
            }
        }
        Patience.reached(QUIET_WITHIN, () -> leftovers.find().isEmpty() && told.containsAll(history.held()));
        List<String> left = new ArrayList<>(leftovers.find());
        left.addAll(history.held());
        left.removeIf(one -> !told.add(one));
        findings.orphans().addAll(left);
        findings.falseOutcomes().addAll(storage.damaged());
    }

    private void judge(Probe probe, TaskResult result, Findings findings) throws InterruptedException, SQLException {
        String id = probe.task().id().value();
        Experiment experiment = probe.experiment();
        boolean ranToItsEnd = probe.expectation().ranToItsEnd(result);
        probe.expectation()
                .contradiction(result)
                .ifPresent(untrue -> findings.falseOutcomes().add(id + ": " + untrue));
        if (ranToItsEnd && probe.caller().isPresent()) {
            probe.caller()
                    .get()
                    .contradiction()
                    .ifPresent(untrue -> findings.falseOutcomes().add(id + ": " + untrue));
        }
        history.check(probe, result, findings);
        String log = probe.log();
        Transcript transcript = Transcript.of(log);
        if (transcript.repeats(experiment)) {
            findings.doubleExecutions().add(id + ": its log has " + transcript.starts());
        }
        ArtifactLook artifacts = ArtifactLook.at(probe.task(), result.warnings(), findings);
        if (ranToItsEnd) {
            if (!transcript.isWhole(experiment)) {
                findings.falseOutcomes().add(id + ": its log is not what its commands wrote: " + log);
            }
            artifacts.compare(experiment, transcript, probe.mayFailArtifacts());
        }
    }
}
