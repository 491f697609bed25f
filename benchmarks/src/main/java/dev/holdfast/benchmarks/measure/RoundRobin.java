package dev.holdfast.benchmarks.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Measures contenders in turn, each round in another order, after rounds that do not count. */
public final class RoundRobin {
    private static final int MOST_WARM_UPS = 2;

    private final Consumer<String> progress;

    /** @param progress is told which round it is */
    public RoundRobin(Consumer<String> progress) {
        this.progress = progress;
    }

    public List<Measured> run(List<Contender> contenders, int rounds) throws InterruptedException {
        Map<String, List<Double>> values = new HashMap<>();
        Map<String, Exception> failures = new HashMap<>();
        int warmUps = rounds > 1 ? Math.min(MOST_WARM_UPS, rounds / 5) : 0;
        for (int round = -warmUps; round < rounds; round++) {
            progress.accept(round < 0 ? "warming up" : "round " + (round + 1) + " of " + rounds);
            for (int turn = 0; turn < contenders.size(); turn++) {
                Contender contender = contenders.get(Math.floorMod(turn + round, contenders.size()));
                if (!failures.containsKey(contender.id())) {
                    measure(contender, round >= 0, values, failures);
                }
            }
        }
        List<Measured> measured = new ArrayList<>();
        for (Contender contender : contenders) {
            Exception failure = failures.get(contender.id());
            measured.add(
                    failure == null
                            ? Measured.of(contender, Series.of(values.getOrDefault(contender.id(), List.of())))
                            : Measured.failed(contender, failure));
        }
        return measured;
    }

    /** A row that fails is left out from then on and says why: half a series would pass for a whole one. */
    private void measure(
            Contender contender, boolean counts, Map<String, List<Double>> values, Map<String, Exception> failures)
            throws InterruptedException {
        try {
            double value = contender.trial().measure();
            if (counts) {
                values.computeIfAbsent(contender.id(), id -> new ArrayList<>()).add(value);
            }
        } catch (InterruptedException interrupted) {
            throw interrupted;
        } catch (Exception failure) {
            progress.accept(contender.id() + " failed: " + failure);
            failures.put(contender.id(), failure);
        }
    }
}
