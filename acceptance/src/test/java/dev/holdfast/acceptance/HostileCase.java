package dev.holdfast.acceptance;

/**
 * One thing that a command or a caller may try.
 *
 * @param number as in the list of hostile commands; a range where one trial shows several
 * @param expectation what must be seen, for the report
 */
record HostileCase(String number, String title, String expectation, Trial trial) {
    /** Does the hostile thing and asserts what came of it; what holds for every case is asserted elsewhere. */
    @FunctionalInterface
    interface Trial {
        void run(Arena arena) throws Exception;
    }

    String displayName() {
        return "#" + number + " " + title;
    }
}
