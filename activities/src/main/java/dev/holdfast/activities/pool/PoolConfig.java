package dev.holdfast.activities.pool;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.InvalidFieldException;
import java.time.Duration;

/**
 * How many sandboxes wait.
 *
 * @param size how many of each profile; 0 turns the pool off
 * @param profiles how many profiles at most; the ones asked for last are kept
 * @param lease how long a waiting sandbox outlives the last word of a worker
 * @param uses how many tasks of one project a sandbox may serve, cleared in between; 1 is single use
 * @param refillShare the part of the time that is spent on making sandboxes ahead, so that tasks get the rest
 * @param leastMemory nothing is made ahead when the host has less memory left than that
 */
public record PoolConfig(int size, int profiles, Duration lease, int uses, double refillShare, DataSize leastMemory) {
    public static final PoolConfig OFF = singleUse(0, 0, Duration.ofMinutes(10));

    public PoolConfig {
        between("pool.size", size, 0, 256);
        between("pool.profiles", profiles, 0, 64);
        between("pool.uses", uses, 1, 100_000);
        if (!(refillShare > 0 && refillShare <= 1)) {
            throw new InvalidFieldException("pool.refillShare", refillShare + " is not above 0 and at most 1");
        }
    }

    /** Every sandbox serves one task, and making the next one is bounded by nothing but the engine. */
    public static PoolConfig singleUse(int size, int profiles, Duration lease) {
        return new PoolConfig(size, profiles, lease, 1, 1, DataSize.ofMebibytes(256));
    }

    boolean recycles() {
        return uses > 1;
    }

    private static void between(String field, int value, int least, int most) {
        if (value < least || value > most) {
            throw new InvalidFieldException(field, value + " is not between " + least + " and " + most);
        }
    }
}
