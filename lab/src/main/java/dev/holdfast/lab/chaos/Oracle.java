package dev.holdfast.lab.chaos;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.TaskResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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

    Findings judge(Round round) throws InterruptedException, IOException, SQLException {
        Findings findings = Findings.none();
        findings.falseOutcomes().addAll(round.falsehoods());
        for (Probe probe : round.probes()) {
            Optional<Probe.Ended> ended = probe.awaitEnd(ENDS_WITHIN);
            if (ended.isEmpty()) {
                findings.lostRows().add(probe.task().id() + " is not over after " + ENDS_WITHIN.toSeconds() + " s");
            } else {
                judge(probe, ended.get().result(), findings);
            }
        }
        Patience.reached(QUIET_WITHIN, () -> leftovers.find().isEmpty() && told.containsAll(history.leases()));
        List<String> left = new ArrayList<>(leftovers.find());
        left.addAll(history.leases());
        left.removeIf(one -> !told.add(one));
        findings.orphans().addAll(left);
        findings.falseOutcomes().addAll(storage.damaged());
        return findings;
    }

    private void judge(Probe probe, TaskResult result, Findings findings)
            throws InterruptedException, IOException, SQLException {
        String id = probe.task().id().value();
        probe.expectation()
                .contradiction(result)
                .ifPresent(false_ -> findings.falseOutcomes().add(id + ": " + false_));
        history.check(probe, result, findings);
        String log = probe.log();
        List<String> executions = log.lines()
                .filter(line -> line.startsWith(Experiment.EXECUTION))
                .toList();
        if (executions.size() > 1) {
            findings.doubleExecutions().add(id + ": its log has " + executions);
        }
        if (probe.expectation().ranToItsEnd()) {
            String whole =
                    String.join("", executions) + "\n" + probe.experiment().output();
            if (!log.equals(whole)) {
                findings.falseOutcomes().add(id + ": its log is not what the command wrote: " + log);
            }
            checkArtifacts(probe, executions, findings);
        }
    }

    private static void checkArtifacts(Probe probe, List<String> executions, Findings findings) throws IOException {
        String id = probe.task().id().value();
        List<Artifact> artifacts = probe.task().artifacts();
        for (String path : List.of("executions", "data")) {
            Optional<Artifact> found =
                    artifacts.stream().filter(a -> a.path().endsWith(path)).findFirst();
            boolean complete =
                    found.filter(a -> a.status() == Artifact.Status.COMPLETE).isPresent();
            if (!complete && !(probe.mayFailArtifacts() && explained(found))) {
                findings.falseOutcomes().add(id + ": artifact " + path + " is " + found);
            } else if (complete && path.equals("executions")) {
                checkExecutions(probe, found.get(), executions, findings);
            } else if (complete
                    && !probe.experiment().artifactHash().equals(found.get().sha256())) {
                findings.falseOutcomes().add(id + ": artifact " + path + " is not what the command wrote");
            }
        }
    }

    /** A collection that was given up leaves none, and says so in a warning of the task. */
    private static boolean explained(Optional<Artifact> artifact) {
        return artifact.isEmpty() || artifact.get().reason() != null;
    }

    private static void checkExecutions(Probe probe, Artifact artifact, List<String> executions, Findings findings)
            throws IOException {
        try (InputStream content = probe.task().artifact(artifact.path())) {
            List<String> words = new String(content.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(word -> Experiment.EXECUTION + word)
                    .toList();
            if (!words.equals(executions)) {
                findings.doubleExecutions()
                        .add(probe.task().id() + ": its file has " + words + ", its log " + executions);
            }
        }
    }
}
