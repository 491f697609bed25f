package dev.holdfast.benchmarks;

import dev.holdfast.benchmarks.groups.Ground;
import dev.holdfast.benchmarks.groups.Groups;
import dev.holdfast.benchmarks.measure.Group;
import dev.holdfast.benchmarks.measure.Measured;
import dev.holdfast.benchmarks.measure.Results;
import dev.holdfast.benchmarks.measure.Results.GroupResult;
import dev.holdfast.benchmarks.measure.RoundRobin;
import dev.holdfast.benchmarks.measure.Surroundings;
import dev.holdfast.benchmarks.report.ResultFiles;
import dev.holdfast.benchmarks.report.TextReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program behind {@code holdfast bench}. Results on stdout and in files, progress on stderr. */
public final class Bench {
    private static final int USAGE = 2;
    private static final int FAILED = 125;

    private final Plan plan;
    private final Path root;

    private Bench(Plan plan, Path root) {
        this.plan = plan;
        this.root = root;
    }

    public static void main(String[] arguments) {
        // Of its own name: another jar on the class path has one of the usual name, and stdout is for results.
        System.setProperty("logback.configurationFile", "bench-logback.xml");
        System.exit(exitCode(arguments));
    }

    private static int exitCode(String... arguments) {
        try {
            new Bench(Plan.of(arguments), Path.of(System.getProperty("holdfast.root", "."))).run();
            return 0;
        } catch (IllegalArgumentException wrong) {
            say(String.valueOf(wrong.getMessage()));
            return USAGE;
        } catch (InterruptedException interrupted) {
            say("interrupted");
            return FAILED;
        } catch (Exception failed) {
            say("the benchmark failed: " + failed.getMessage());
            return FAILED;
        }
    }

    private void run() throws Exception {
        try (Ground ground = new Ground(root, plan.image(), Bench::say)) {
            // Whoever interrupts it gets a clean machine too.
            Runtime.getRuntime().addShutdownHook(new Thread(() -> clear(ground), "clear"));
            Results results = measure(ground);
            System.out.println(plan.json() ? ResultFiles.json(results) : TextReport.of(results));
            say("written to " + plan.directory());
        }
    }

    private Results measure(Ground ground) throws Exception {
        Surroundings before = Surroundings.now(engine(ground), plan.image());
        List<GroupResult> groups = new ArrayList<>();
        for (Groups name : plan.groups()) {
            say(name.word() + ": getting ready");
            try (Group group = name.open(ground)) {
                List<Measured> rows = new RoundRobin(what -> say(name.word() + ": " + what))
                        .run(group.contenders(), group.rounds(plan.rounds()));
                groups.add(new GroupResult(
                        name.word(),
                        group.title(),
                        rows,
                        group.goals().stream().map(goal -> goal.judge(rows)).toList(),
                        group.notes()));
            }
            // Now and not at the end: whoever interrupts a long run keeps what was measured.
            ResultFiles.write(new Results(before.after(), plan.rounds(), groups), plan.directory());
        }
        return new Results(before.after(), plan.rounds(), groups);
    }

    private static String engine(Ground ground) throws IOException {
        try {
            return ground.docker().version();
        } catch (IOException none) {
            throw new IOException(
                    "it is set against the docker command, which does not work here (" + none.getMessage()
                            + "); deploy/scripts/ensure-engine brings an engine",
                    none);
        }
    }

    private static void clear(Ground ground) {
        try {
            ground.close();
        } catch (IOException left) {
            say(left.getMessage() + ": " + List.of(left.getSuppressed()));
        }
    }

    private static void say(String what) {
        System.err.println("bench: " + what);
    }
}
