package dev.holdfast.lab.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What {@code holdfast chaos} starts: rounds of faults, each followed by a look at everything. */
public final class Chaos {
    private static final int BROKEN = 1;
    private static final int FAILED = 125;

    private final ChaosOptions options;

    private Chaos(ChaosOptions options) {
        this.options = options;
    }

    public static void main(String[] arguments) {
        ChaosOptions options = ChaosOptions.parse(arguments);
        int status;
        try {
            ChaosReport report = new Chaos(options).run();
            if (options.json()) {
                report.printJson(System.out);
            } else {
                report.printTable(System.out);
            }
            status = report.holds() ? 0 : BROKEN;
        } catch (Exception e) {
            say("it could not be tried: " + e.getMessage());
            status = FAILED;
        }
        System.exit(status);
    }

    private ChaosReport run() throws Exception {
        List<Fault> faults = chosen();
        Path directory = Files.createTempDirectory("holdfast-chaos-");
        say("a stack of its own in " + directory + ", seed " + options.seed());
        Teardown teardown = new Teardown();
        ChaosReport report;
        try {
            ChaosStack stack = ChaosStack.start(options, directory, teardown);
            report = new ChaosReport(options.seed(), play(stack, new Deck(faults, options.seed())));
        } finally {
            teardown.run();
        }
        if (report.holds() && !options.keep()) {
            HostProgram.run("rm", "-rf", "--one-file-system", "--", directory.toString());
        } else {
            say("logs of all parts are kept in " + directory);
        }
        return report;
    }

    private List<RoundReport> play(ChaosStack stack, Deck deck) throws InterruptedException {
        Oracle oracle = new Oracle(stack);
        String run = Long.toString(System.currentTimeMillis(), 36);
        return Rounds.play(options.rounds(), deck, (number, card) -> {
            long seed = options.seed() * 1000 + number;
            return play(new Round(stack, run, number, card.turn(), seed, options.outage()), card.fault(), oracle);
        });
    }

    private List<Fault> chosen() throws IOException {
        List<Fault> all = Stream.of(
                        WorkerFaults.all(),
                        EngineFaults.all(),
                        ServiceFaults.all(),
                        CallerFaults.all(),
                        HostFaults.all(),
                        ReplayFault.all())
                .flatMap(List::stream)
                .toList();
        List<Fault> chosen = all.stream()
                .filter(fault -> options.only().isEmpty() || options.only().contains(fault.number()))
                .toList();
        if (chosen.isEmpty()) {
            throw new IOException("--only names no fault: they have the numbers 1 to 25 (docs/faults.md)");
        }
        return chosen;
    }

    private RoundReport play(Round round, Fault fault, Oracle oracle) throws InterruptedException {
        long begun = System.nanoTime();
        say("round " + round.number() + " of " + options.rounds() + ": " + fault.title());
        did(round, "the fault could not be made", () -> fault.injection().into(round));
        Findings findings = Findings.none();
        boolean healed = did(round, "it could not be healed and looked at", () -> {
            round.stack().heal();
            oracle.judge(round, findings);
        });
        findings.falseOutcomes().addAll(round.falsehoods());
        List<Long> recoveries = round.probes().stream()
                .map(probe -> probe.recovery(round.lifted()))
                .flatMap(Optional::stream)
                .map(Duration::toMillis)
                .toList();
        RoundReport report = new RoundReport(
                round.number(),
                fault.number(),
                fault.title(),
                round.variant(),
                round.probes().size(),
                Duration.ofNanos(System.nanoTime() - begun).toSeconds(),
                recoveries,
                findings,
                healed);
        tell(report);
        return report;
    }

    private static boolean did(Round round, String otherwise, Step step) throws InterruptedException {
        try {
            step.run();
            return true;
        } catch (InterruptedException ending) {
            throw ending;
        } catch (Exception e) {
            round.claim(false, otherwise + ": " + e);
            return false;
        }
    }

    /** A part of a round, which may go wrong. */
    private interface Step {
        void run() throws Exception;
    }

    private static void tell(RoundReport report) {
        String variant = report.variant().isEmpty() ? "" : " (" + report.variant() + ")";
        say((report.findings().isEmpty() ? "held" : "BROKEN") + variant + " in " + report.seconds() + " s, recovery "
                + report.recoveryMs() + " ms");
        report.findings().lines().forEach(line -> say("  " + line));
    }

    private static void say(String line) {
        System.err.println("chaos: " + line);
    }
}
