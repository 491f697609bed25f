package dev.holdfast.lab.chaos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Deals faults in an order that the seed decides; each comes once before any comes again. */
final class Deck {
    private final List<Fault> faults;
    private final Random random;
    private final List<Fault> left = new ArrayList<>();

    Deck(List<Fault> faults, long seed) {
        this.faults = List.copyOf(faults);
        this.random = new Random(seed);
    }

    Fault next() {
        if (left.isEmpty()) {
            left.addAll(faults);
            Collections.shuffle(left, random);
        }
        return left.removeLast();
    }
}
