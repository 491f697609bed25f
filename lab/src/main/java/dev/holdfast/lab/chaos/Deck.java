package dev.holdfast.lab.chaos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Deals faults in an order that the seed decides; each comes once before any comes again, and so does each of the ways to
 * make it.
 */
final class Deck {
    private final List<Fault> faults;
    /** One whose numbers differ for neighbouring seeds from the first on. */
    private final RandomGenerator random;

    private final List<Fault> left = new ArrayList<>();
    private final Map<Fault, Turn> turns = new HashMap<>();

    /** @param turn says which of its ways comes */
    record Card(Fault fault, Turn turn) {}

    Deck(List<Fault> faults, long seed) {
        this.faults = List.copyOf(faults);
        this.random = new SplittableRandom(seed);
        faults.forEach(fault -> turns.put(fault, Turn.any(random)));
    }

    Card next() {
        if (left.isEmpty()) {
            left.addAll(faults);
            Collections.shuffle(left, random);
        }
        Fault fault = left.removeLast();
        return new Card(fault, turns.computeIfPresent(fault, (same, turn) -> turn.next()));
    }
}
