package dev.holdfast.lab.chaos;

import dev.holdfast.contract.TaskResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A worker dies, pauses, is cut off or told to end. Its tasks go on in the next one as if nothing had been. */
final class WorkerFaults {
    private static final Duration REACHED_WITHIN = Duration.ofMinutes(1);
    /** Longer than the heartbeat after which Temporal hands a step to the next worker. */
    private static final Duration LONGER_THAN_A_HEARTBEAT = Duration.ofSeconds(8);

    private WorkerFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault(1, "worker killed while preparing", WorkerFaults::whilePreparing),
                new Fault(2, "worker killed while creating", WorkerFaults::whileCreating),
                new Fault(3, "worker killed while staging", WorkerFaults::whileStaging),
                new Fault(4, "worker killed while running", WorkerFaults::whileRunning),
                new Fault(5, "worker killed while collecting", WorkerFaults::whileCollecting),
                new Fault(6, "worker killed while cleaning", WorkerFaults::whileCleaning),
                new Fault(10, "worker cut off from Temporal", WorkerFaults::cutOff),
                new Fault(20, "worker out of memory", WorkerFaults::outOfMemory),
                new Fault(21, "SIGTERM to the worker", WorkerFaults::drained));
    }

    private static void whilePreparing(Round round) throws Exception {
        round.submit(round.experiment(10));
        Thread.sleep(round.between(0, 120));
        killAndReplace(round);
    }

    private static void whileCreating(Round round) throws Exception {
        ChaosStack stack = round.stack();
        Catch caught = stack.withoutEngine()
                ? stack.runtime().hold()
                : stack.engineProxy().trap(round.pick(List.of(Requests.CREATE_CONTAINER, Requests.START_CONTAINER)));
        round.submit(round.experiment(5));
        killWhenCaught(round, caught);
    }

    private static void whileStaging(Round round) throws Exception {
        Experiment experiment = round.withUpload(round.experiment(5));
        Trap trap = round.stack().s3Proxy().trap(Requests.READ_INPUT);
        round.submit(experiment);
        killWhenCaught(round, trap);
    }

    private static void whileRunning(Round round) throws Exception {
        round.submit(round.experiment(40));
        round.submit(round.openTask(10));
        Probe threeSteps = round.submit(round.threeSteps(10));
        threeSteps.awaitLine(round.between(1, 28));
        killAndReplace(round);
    }

    private static void whileCollecting(Round round) throws Exception {
        boolean parts = round.pick(List.of("small", "several parts")).equals("several parts");
        Trap trap = round.stack().s3Proxy().trap(parts ? Requests.WRITE_PART : Requests.WRITE_ARTIFACT);
        Experiment small = round.experiment(2);
        round.submit(parts ? small.withArtifactBytes(Experiment.SEVERAL_PARTS) : small);
        killWhenCaught(round, trap);
    }

    private static void whileCleaning(Round round) throws Exception {
        if (round.stack().withoutEngine()) {
            // Nobody is asked who could be held; so at any moment of it.
            Probe probe = round.submit(round.experiment(2));
            probe.awaitLine(2);
            Thread.sleep(round.between(0, 200));
            killAndReplace(round);
            return;
        }
        Trap trap = round.stack().engineProxy().trap(Requests.REMOVE_CONTAINER);
        round.submit(round.experiment(2));
        killWhenCaught(round, trap);
    }

    /** Another worker of the same host takes the step over, while the old one still believes that it has it. */
    private static void cutOff(Round round) throws Exception {
        ChaosStack stack = round.stack();
        Probe probe = round.submit(round.experiment(400));
        probe.awaitLine(2);
        WorkerProcess second = stack.launch(
                "worker-2",
                stack.directory(),
                Map.of("HOLDFAST_TEMPORAL_TARGET", "127.0.0.1:" + stack.portOf("temporal")));
        try {
            second.awaitReady();
            boolean paused = round.pick(List.of("paused", "cut off")).equals("paused");
            if (paused) {
                stack.worker().pause();
            } else {
                stack.temporalProxy().mode(FaultProxy.Mode.HANG);
            }
            Thread.sleep(LONGER_THAN_A_HEARTBEAT);
            Instant back = Instant.now();
            stack.worker().resume();
            stack.temporalProxy().heal();
            round.lift();
            probe.awaitEnd(Duration.ofMinutes(2))
                    .ifPresent(ended -> round.claim(
                            endOfCommand(ended.result()).isAfter(back),
                            "not played: the command had ended before the worker was back"));
        } finally {
            second.stop();
        }
    }

    private static Instant endOfCommand(TaskResult result) {
        Instant ended = result.steps().getLast().endedAt();
        return ended == null ? Instant.MAX : ended;
    }

    private static void outOfMemory(Round round) throws Exception {
        Probe probe = round.submit(round.experiment(30));
        probe.awaitLine(round.between(1, 6));
        round.stack().worker().exhaustMemory();
        replace(round);
    }

    private static void drained(Round round) throws Exception {
        round.submit(round.experiment(40));
        Probe running = round.submit(round.openTask(10));
        running.awaitLine(round.between(1, 25));
        WorkerProcess ending = round.stack().worker();
        ending.tellToEnd();
        round.submit(round.experiment(3));
        round.claim(ending.isAlive(), "not played: the worker had ended before a task was submitted meanwhile");
        round.claim(ending.endsWithin(Duration.ofSeconds(30)), "a worker that was told to end still runs after 30 s");
        replace(round);
    }

    private static void killWhenCaught(Round round, Catch trap) throws Exception {
        round.claim(trap.awaitCatch(REACHED_WITHIN), "the phase was never reached");
        killAndReplace(round);
    }

    private static void killAndReplace(Round round) throws Exception {
        round.stack().worker().kill();
        replace(round);
    }

    private static void replace(Round round) throws Exception {
        round.stack().heal();
        round.lift();
    }
}
