package dev.holdfast.lab.chaos;

import java.time.Duration;

/** Waiting for something that must come true. */
final class Patience {
    private static final long LOOK_AGAIN_MS = 50;

    private Patience() {}

    /** May fail to look, which counts as not yet. */
    interface Question {
        boolean holds() throws Exception;
    }

    static void until(String what, Duration atMost, Question question) throws InterruptedException {
        if (!reached(atMost, question)) {
            throw new IllegalStateException("after " + atMost.toSeconds() + " s it is not so that " + what);
        }
    }

    static boolean reached(Duration atMost, Question question) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!holds(question)) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.sleep(LOOK_AGAIN_MS);
        }
        return true;
    }

    private static boolean holds(Question question) throws InterruptedException {
        try {
            return question.holds();
        } catch (InterruptedException ending) {
            throw ending;
        } catch (Exception cannotBeLookedAt) {
            return false;
        }
    }
}
