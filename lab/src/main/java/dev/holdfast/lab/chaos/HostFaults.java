package dev.holdfast.lab.chaos;

import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.contract.TaskState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A host whose disk is full, whose clock is wrong, that never comes back; and reapers at the wrong moment. */
final class HostFaults {
    private static final Duration AN_HOUR = Duration.ofHours(1);
    private static final Duration LOST_WITHIN = Duration.ofSeconds(90);

    private HostFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault(13, "the host's disk is full", HostFaults::diskFull),
                new Fault(19, "the host's clock moved by an hour", HostFaults::clockMoved),
                new Fault(22, "a reaper races tasks just created", HostFaults::reaperRaces),
                new Fault(23, "two reapers, and one dies midway", HostFaults::twoReapers),
                new Fault(24, "a host never comes back", HostFaults::hostGone));
    }

    /** The only worker has a small disk. The task waits, says why, and is run by the next one. */
    private static void diskFull(Round round) throws Exception {
        ChaosStack stack = round.stack();
        Path disk = stack.directory().resolve("small-" + round.number());
        Path file = stack.directory().resolve("small-" + round.number() + ".img");
        Files.createDirectories(disk);
        HostProgram.run("truncate", "-s", "300M", file.toString());
        HostProgram.run("mkfs.ext4", "-q", "-F", file.toString());
        HostProgram.run("mount", "-o", "loop", file.toString(), disk.toString());
        try {
            stack.worker().stop();
            WorkerProcess small = stack.launch("worker-small", disk, Map.of());
            try {
                small.awaitReady();
                Experiment experiment = round.experiment(3);
                Probe probe = round.submit(experiment, Expectation.exits(experiment));
                probe.awaitReason("MiB of disk left and keeps");
            } finally {
                small.stop();
            }
            stack.heal();
            round.lift();
        } finally {
            HostProgram.run("umount", disk.toString());
            Files.delete(disk);
            Files.delete(file);
        }
    }

    /** Only our reaper's clock is moved, not the machine's: deadlines of commands are kept by a clock that cannot be. */
    private static void clockMoved(Round round) throws Exception {
        boolean ahead = round.pick(List.of("ahead", "back")).equals("ahead");
        Clock wrong = Clock.offset(Clock.systemUTC(), ahead ? AN_HOUR : AN_HOUR.negated());
        try (OwnReaper reaper = new OwnReaper(round, ChaosStack.REAPER_GRACE, wrong)) {
            Probe probe = round.submit(round.experiment(25));
            reaper.sweepFor(Duration.ofSeconds(1));
            probe.awaitLine(2);
            round.submit(round.experiment(5));
            reaper.sweepFor(Duration.ofSeconds(4));
        }
        round.lift();
    }

    private static void reaperRaces(Round round) throws Exception {
        try (OwnReaper reaper = new OwnReaper(round, Duration.ZERO, Clock.systemUTC())) {
            for (int i = 0; i < 4; i++) {
                round.submit(round.experiment(round.between(1, 8)));
                reaper.sweepFor(Duration.ofMillis(round.between(100, 1500)));
            }
            reaper.sweepFor(Duration.ofSeconds(2));
        }
        round.lift();
    }

    private static void twoReapers(Round round) throws Exception {
        ChaosStack stack = round.stack();
        Probe bystander = round.submit(round.experiment(40));
        bystander.awaitLine(1);
        // The bystander's container is removed too, should its command end early.
        Trap trap = stack.engineProxy().trap(Requests.removalOf(orphan(round, 1)));
        orphan(round, 2);
        orphan(round, 3);
        round.claim(trap.awaitCatch(Duration.ofMinutes(1)), "the worker's reaper did not find the orphans");
        stack.worker().kill();
        try (OwnReaper one = new OwnReaper(round, ChaosStack.REAPER_GRACE, Clock.systemUTC());
                OwnReaper other = new OwnReaper(round, ChaosStack.REAPER_GRACE, Clock.systemUTC())) {
            Thread beside = Thread.ofVirtual().start(one::sweep);
            other.sweep();
            beside.join();
        }
        stack.heal();
        round.lift();
    }

    /** As a worker leaves it that died before it could write anything down; answers the engine's id of its container. */
    private static String orphan(Round round, int number) throws Exception {
        ChaosStack stack = round.stack();
        SandboxId id = SandboxId.named("orphan-" + round.number() + "-" + number);
        String instance =
                Files.readString(stack.directory().resolve("instance")).strip();
        return stack.engine()
                .run(
                        id.value(),
                        Map.of(
                                "dev.holdfast.managed",
                                "true",
                                "dev.holdfast.instance",
                                instance,
                                "dev.holdfast.sandbox",
                                id.value()));
    }

    /** What its owner calls safe to run again goes on elsewhere; the rest is lost. */
    private static void hostGone(Round round) throws Exception {
        ChaosStack stack = round.stack();
        Path home = stack.directory().resolve("other-host");
        Files.createDirectories(home);
        stack.worker().stop();
        WorkerProcess other = stack.launch("worker-other", home, Map.of("HOLDFAST_HOST_LOST_AFTER", "8s"));
        other.awaitReady();
        Probe lost = round.submit(
                round.experiment(600), Expectation.ends(TaskState.LOST, "no worker of the sandbox's host"));
        Probe moved =
                round.submit(round.experiment(40).withExitCodes(List.of(0)).withRetries(1));
        lost.awaitLine(round.between(1, 6));
        moved.awaitLine(1);
        other.kill();
        stack.heal();
        round.lift();
        claimEnd(round, lost);
        claimEnd(round, moved)
                .ifPresent(ended -> round.claim(
                        hostOf(stack.directory()).equals(ended.result().host()),
                        "the task of a lost host is said to have ended on "
                                + ended.result().host()));
        // What is left on that host is for its own reaper, should it ever be seen again.
        WorkerProcess again = stack.launch("worker-other", home, Map.of());
        try {
            again.awaitReady();
            Patience.until(
                    "the host that came back has cleaned up",
                    Duration.ofMinutes(1),
                    () -> new Leftovers(stack).find().isEmpty());
        } finally {
            again.stop();
        }
    }

    private static Optional<Probe.Ended> claimEnd(Round round, Probe probe) throws InterruptedException {
        Optional<Probe.Ended> ended = probe.awaitEnd(LOST_WITHIN);
        round.claim(ended.isPresent(), "the task of a lost host has not ended after " + LOST_WITHIN.toSeconds() + " s");
        return ended;
    }

    private static String hostOf(Path home) {
        try {
            return Files.readString(home.resolve("host-id")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
