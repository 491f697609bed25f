package dev.holdfast.activities.task;

import dev.holdfast.contract.DataSize;
import java.time.Duration;

/**
 * The operator's word where a task's spec is silent.
 *
 * @param stepTimeout how long a command may run
 * @param stepGrace between TERM and KILL
 * @param outputLimit how much output of one step is kept
 * @param hostLostAfter how long a host may be silent before its tasks end as lost
 * @param lease how long a sandbox outlives the last word of a worker
 */
public record TaskPolicy(
        Duration stepTimeout, Duration stepGrace, DataSize outputLimit, Duration hostLostAfter, Duration lease) {
    public static final TaskPolicy DEFAULTS = new TaskPolicy(
            Duration.ofMinutes(5),
            Duration.ofSeconds(5),
            DataSize.ofMebibytes(64),
            Duration.ofMinutes(2),
            Duration.ofMinutes(10));
}
