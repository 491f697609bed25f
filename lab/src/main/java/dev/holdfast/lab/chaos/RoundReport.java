package dev.holdfast.lab.chaos;

import java.util.List;

/**
 * How one round went.
 *
 * @param variant what the random numbers chose
 * @param healed whether everything worked again afterwards and could be looked at
 * @param recoveryMs for each task that ended after the fault: from the end of fault and command to the result
 */
record RoundReport(
        int round,
        int fault,
        String title,
        String variant,
        int tasks,
        long seconds,
        List<Long> recoveryMs,
        Findings findings,
        boolean healed) {}
