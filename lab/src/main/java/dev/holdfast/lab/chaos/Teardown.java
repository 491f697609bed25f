package dev.holdfast.lab.chaos;

import java.util.ArrayDeque;
import java.util.Deque;

/** Takes down what was put up, last first and once, also when the program is told to end in the middle. */
final class Teardown {
    private final Deque<Step> steps = new ArrayDeque<>();

    /** One thing to take down. */
    interface Step {
        void run() throws Exception;
    }

    Teardown() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::run, "teardown"));
    }

    synchronized void add(Step step) {
        steps.push(step);
    }

    synchronized void run() {
        while (!steps.isEmpty()) {
            try {
                steps.pop().run();
            } catch (Exception e) {
                System.err.println("chaos: not all could be taken down: " + e.getMessage());
            }
        }
    }
}
