package dev.holdfast.benchmarks.groups;

import dev.holdfast.benchmarks.measure.Contender;
import dev.holdfast.benchmarks.measure.Goal;
import dev.holdfast.benchmarks.measure.Group;
import dev.holdfast.benchmarks.measure.Unit;
import dev.holdfast.benchmarks.rivals.Program;
import dev.holdfast.benchmarks.stack.OwnStack;
import dev.holdfast.client.Task;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether a command that never stops writing fills the worker's memory. */
final class HeapGroup implements Group {
    private static final Duration RUNS = Duration.ofSeconds(12);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);
    private static final Pattern LIVE = Pattern.compile("^Total\\s+\\d+\\s+(\\d+)", Pattern.MULTILINE);

    private final OwnStack stack;

    HeapGroup(Ground ground) throws Exception {
        this.stack = ground.stack(Ground.Stack.COLD);
    }

    @Override
    public String title() {
        return "A command that writes without end for " + RUNS.toSeconds() + " s";
    }

    @Override
    public List<Contender> contenders() {
        return List.of(Contender.of(
                "heap-growth",
                "Holdfast: how much the worker's live heap grows while output flows",
                Unit.MEGABYTES,
                this::growth));
    }

    @Override
    public List<Goal> goals() {
        return List.of(Goal.atMost("heap-growth", 10, "the worker's heap stays flat: at most 10 MB more"));
    }

    @Override
    public int rounds(int asked) {
        return Math.clamp(asked / 10, 1, 3);
    }

    @Override
    public List<String> notes() {
        return List.of("Live means reachable: counted by the JVM itself after a full collection, every "
                + LOOK_EVERY.toSeconds() + " s; compared with the first look.");
    }

    private double growth() throws Exception {
        StepSpec endless = StepSpec.of(Command.of("yes", "endless output")).withTimeout(RUNS);
        Task task = stack.client().submit(TaskSpec.of(endless));
        // What any task needs is there once its output flows; from then on nothing may be added.
        task.await(LOOK_EVERY);
        double before = liveMegabytes();
        double most = before;
        while (task.await(LOOK_EVERY).isEmpty()) {
            most = Math.max(most, liveMegabytes());
        }
        return most - before;
    }

    /** A histogram of live objects makes the JVM collect first. */
    private double liveMegabytes() throws IOException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        String histogram =
                Program.run(List.of(jcmd, Long.toString(stack.workerProcess()), "GC.class_histogram", "-parallel=1"));
        Matcher total = LIVE.matcher(histogram);
        if (!total.find()) {
            throw new IOException("the worker's JVM did not tell its heap");
        }
        return Long.parseLong(total.group(1)) / 1e6;
    }
}
