package dev.holdfast.lab.chaos;

import java.time.Duration;
import java.util.List;

/** Temporal, PostgreSQL or S3 are away for a while, or worse than away. */
final class ServiceFaults {
    private static final Duration LONGEST_WITHOUT_STORAGE = Duration.ofSeconds(20);

    private ServiceFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault(9, "Temporal down", ServiceFaults::temporalDown),
                new Fault(11, "PostgreSQL down", ServiceFaults::postgresDown),
                new Fault(12, "S3 down, slow or cut", ServiceFaults::storageBad));
    }

    private static void temporalDown(Round round) throws Exception {
        round.submit(round.experiment(30));
        Probe probe = round.submit(round.openTask(10));
        round.submit(round.experiment(10));
        probe.awaitLine(round.between(1, 25));
        away(round, "temporal");
    }

    private static void postgresDown(Round round) throws Exception {
        switch (round.pick(List.of("at the start", "in the middle", "at the end"))) {
            case "at the start" -> {
                Thread outage = Thread.ofVirtual().start(() -> hold(round, "postgres"));
                round.submit(round.experiment(5));
                outage.join();
                round.stack().heal();
                round.lift();
            }
            case "in the middle" -> {
                round.submit(round.experiment(30)).awaitLine(2);
                away(round, "postgres");
            }
            default -> {
                round.submit(round.experiment(6)).awaitLine(5);
                away(round, "postgres");
            }
        }
    }

    /** Artifacts are whole or failed with a reason; how the command ended is told in any case. */
    private static void storageBad(Round round) throws Exception {
        FaultProxy.Mode mode = round.pick(List.of(FaultProxy.Mode.REFUSE, FaultProxy.Mode.SLOW, FaultProxy.Mode.CUT));
        FaultProxy storage = round.stack().s3Proxy();
        Probe probe = round.submit(round.experiment(15).withArtifactBytes(Experiment.SEVERAL_PARTS))
                .artifactsMayFail();
        probe.awaitLine(1);
        storage.mode(mode);
        probe.awaitEnd(shorter(round.outage(), LONGEST_WITHOUT_STORAGE));
        round.claim(storage.harmed(), "not played: nothing was stored while the storage was bad");
        storage.heal();
        round.lift();
    }

    private static void away(Round round, String part) throws Exception {
        hold(round, part);
        round.stack().heal();
        round.lift();
    }

    private static void hold(Round round, String part) {
        try {
            round.stack().holdDown(part, round.outage());
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
