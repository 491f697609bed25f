package dev.holdfast.lab.chaos;

/**
 * A row of the table of faults.
 *
 * @param number as in docs/faults.md
 */
record Fault(int number, String title, Injection injection) {
    /** Starts tasks, does harm, and says what must be true in the end. */
    @FunctionalInterface
    interface Injection {
        void into(Round round) throws Exception;
    }
}
