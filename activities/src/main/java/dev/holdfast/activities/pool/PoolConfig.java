package dev.holdfast.activities.pool;

import dev.holdfast.contract.InvalidFieldException;
import java.time.Duration;

/**
 * How many sandboxes wait.
 *
 * @param size how many of each profile; 0 turns the pool off
 * @param profiles how many profiles at most; the ones asked for last are kept
 * @param lease how long a waiting sandbox outlives the last word of a worker
 */
public record PoolConfig(int size, int profiles, Duration lease) {
    public static final PoolConfig OFF = new PoolConfig(0, 0, Duration.ofMinutes(10));

    public PoolConfig {
        if (size < 0 || size > 256) {
            throw new InvalidFieldException("pool.size", size + " is not between 0 and 256");
        }
        if (profiles < 0 || profiles > 64) {
            throw new InvalidFieldException("pool.profiles", profiles + " is not between 0 and 64");
        }
    }
}
