package dev.holdfast.lab.chaos;

import java.util.List;
import java.util.random.RandomGenerator;

/** Which of several ways comes now, however many there are: each comes once before any comes again. */
record Turn(int number) {
    private static final int FIRST_BELOW = 1000;

    static Turn any(RandomGenerator random) {
        return new Turn(random.nextInt(FIRST_BELOW));
    }

    Turn next() {
        return new Turn(number + 1);
    }

    <T> T of(List<T> ways) {
        return ways.get(number % ways.size());
    }
}
