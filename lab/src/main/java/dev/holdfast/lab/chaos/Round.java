package dev.holdfast.lab.chaos;

import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** One fault against tasks that run while it happens. What varies beside the way of it comes from the round's own random numbers. */
final class Round {
    private final ChaosStack stack;
    private final int number;
    private final Duration outage;
    private final Random random;
    private final Turn turn;
    private final String run;
    private final List<Probe> probes = new ArrayList<>();
    private final List<String> falsehoods = new CopyOnWriteArrayList<>();
    private @Nullable Instant lifted;
    private String variant = "";

    Round(ChaosStack stack, String run, int number, Turn turn, long seed, Duration outage) {
        this.stack = stack;
        this.run = run;
        this.number = number;
        this.turn = turn;
        this.outage = outage;
        this.random = new Random(seed);
        random.nextInt(); // the first number of neighbouring seeds is nearly the same
    }

    ChaosStack stack() {
        return stack;
    }

    int number() {
        return number;
    }

    Duration outage() {
        return outage;
    }

    List<Probe> probes() {
        return probes;
    }

    /** What the fault itself found to be untrue. */
    List<String> falsehoods() {
        return falsehoods;
    }

    void claim(boolean holds, String falsehood) {
        if (!holds) {
            falsehoods.add(falsehood);
        }
    }

    String variant() {
        return variant;
    }

    /** The way to do it whose turn it is, for the report too. */
    <T> T pick(List<T> ways) {
        T way = turn.of(ways);
        variant = way.toString();
        return way;
    }

    int between(int least, int below) {
        return random.nextInt(least, below);
    }

    /** A command of that many fifths of a second, with an exit code that must be told. */
    Experiment experiment(int fifths) {
        String word = Long.toHexString(random.nextLong());
        return Experiment.of(fifths, Duration.ofMillis(200), random.nextInt(10), word);
    }

    /** Three commands of that many fifths of a second each; a task goes on only after one that succeeded. */
    Experiment threeSteps(int fifths) {
        Experiment last = experiment(fifths);
        return last.withExitCodes(List.of(0, 0, last.exitCodes().getFirst()));
    }

    /** The same, asked for one by one, where each may fail. */
    Experiment openTask(int fifths) {
        List<Integer> exitCodes = random.ints(3, 0, 10).boxed().toList();
        return experiment(fifths).withExitCodes(exitCodes).withOpen(true);
    }

    Experiment withUpload(Experiment experiment) throws IOException {
        Path file = Files.createTempFile(stack.directory(), "input", "");
        try {
            Files.write(file, Experiment.inputFile(random.nextLong()));
            return experiment.withInput(stack.client().upload(file).sha256());
        } finally {
            Files.delete(file);
        }
    }

    TaskId nextId() {
        return new TaskId("chaos-" + run + "-" + number + "-" + (probes.size() + 1));
    }

    /** A task whose command must run to its end, whatever happens. */
    Probe submit(Experiment experiment) throws InterruptedException {
        return submit(experiment, Expectation.exits(experiment));
    }

    Probe submit(Experiment experiment, Expectation expectation) throws InterruptedException {
        Probe probe = Probe.submit(stack.client(), nextId(), experiment, expectation);
        probes.add(probe);
        return probe;
    }

    void add(Probe probe) {
        probes.add(probe);
    }

    /** From here on everything works again. */
    void lift() {
        if (lifted == null) {
            lifted = Instant.now();
        }
    }

    Instant lifted() {
        lift();
        return lifted == null ? Instant.now() : lifted;
    }
}
