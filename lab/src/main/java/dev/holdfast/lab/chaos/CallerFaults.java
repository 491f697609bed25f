package dev.holdfast.lab.chaos;

import dev.holdfast.client.HoldfastException;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;

/** Callers that ask many times, change their mind, or have no patience. */
final class CallerFaults {
    private static final int CALLERS = 50;
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Pattern CUT_OFF = Pattern.compile("collecting was cut off: the task timed out");

    private CallerFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault(14, "one task submitted 50 times", CallerFaults::submittedManyTimes),
                new Fault(15, "cancel in each phase", CallerFaults::cancelled),
                new Fault(16, "timeout in each phase", CallerFaults::timedOut));
    }

    private static void submittedManyTimes(Round round) throws Exception {
        TaskId id = round.nextId();
        Experiment experiment = round.experiment(5);
        Set<String> ids = ConcurrentHashMap.newKeySet();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Boolean>> calls = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                calls.add(() -> ids.add(round.stack()
                        .client()
                        .submit(id, experiment.spec())
                        .id()
                        .value()));
            }
            for (Future<Boolean> call : callers.invokeAll(calls)) {
                call.get();
            }
        }
        round.claim(ids.equals(Set.of(id.value())), "one id was answered as " + ids);
        round.add(Probe.submit(round.stack().client(), id, experiment, Expectation.exits(experiment)));
        try {
            round.stack().client().submit(id, round.experiment(6).spec());
            round.claim(false, "another spec under the same id was accepted");
        } catch (HoldfastException.Conflict refused) {
            round.lift();
        }
    }

    private static void cancelled(Round round) throws Exception {
        for (Phase phase : Phase.values()) {
            if (!phase.holds(round.stack())) {
                continue;
            }
            Experiment experiment = round.withUpload(round.experiment(phase.lines()));
            try (Phase.Hold hold = phase.hold(round)) {
                Probe probe = round.submit(experiment, phase.whenCancelled(experiment));
                hold.await(probe);
                if (phase.mayLoseArtifacts()) {
                    probe.artifactsMayFail();
                }
                probe.task().cancel("chaos");
                probe.task().cancel("chaos again");
                hold.end();
                awaitEndAndCancelAgain(round, phase, probe);
            }
        }
        round.lift();
    }

    private static void awaitEndAndCancelAgain(Round round, Phase phase, Probe probe) throws InterruptedException {
        boolean ended = probe.awaitEnd(SOON).isPresent();
        round.claim(ended, "cancelled while " + phase + ", and not ended " + SOON.toSeconds() + " s later");
        if (ended) {
            TaskResult before = probe.task().result();
            TaskResult after = probe.task().cancel("too late");
            round.claim(
                    after.state() == before.state() && after.reason().equals(before.reason()),
                    "a cancel after the end changed " + before.state() + " to " + after.state());
        }
    }

    private static void timedOut(Round round) throws Exception {
        Duration limit = Duration.ofSeconds(3);
        for (Phase phase : List.of(Phase.QUEUED, Phase.ACQUIRING, Phase.STAGING, Phase.RUNNING)) {
            Experiment experiment = round.withUpload(round.experiment(100)).withTaskTimeout(limit);
            try (Phase.Hold hold = phase.hold(round)) {
                Probe probe = round.submit(experiment, Expectation.ends(TaskState.TIMED_OUT, phase.word()));
                hold.await(probe);
                Thread.sleep(limit);
                hold.end();
                round.claim(probe.awaitEnd(SOON).isPresent(), "timed out while " + phase + ", and not ended in time");
            }
        }
        timedOutWhileCollecting(round);
        Experiment step = round.experiment(100).withStepTimeout(Duration.ofSeconds(1));
        round.submit(step, Expectation.ends(TaskState.TIMED_OUT, "step-1.*1"));
        round.lift();
    }

    /** How the command ended stays; its artifacts are not waited for. */
    private static void timedOutWhileCollecting(Round round) throws Exception {
        Duration limit = Duration.ofSeconds(10);
        Experiment experiment = round.experiment(Phase.COLLECTING.lines()).withTaskTimeout(limit);
        try (Phase.Hold hold = Phase.COLLECTING.hold(round)) {
            Probe probe =
                    round.submit(experiment, Expectation.exits(experiment)).artifactsMayFail();
            hold.await(probe);
            // Only the first writing is held; those that try it again shall not pass either.
            round.stack().s3Proxy().mode(FaultProxy.Mode.HANG);
            boolean ended = probe.awaitEnd(limit.plus(SOON)).isPresent();
            round.claim(ended, "timed out while collecting, and not ended in time");
            round.claim(
                    ended && probe.task().result().warnings().stream().anyMatch(CUT_OFF.asPredicate()),
                    "timed out while collecting, and no warning says so");
        }
    }
}
