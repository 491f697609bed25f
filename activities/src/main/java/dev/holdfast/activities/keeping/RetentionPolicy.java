package dev.holdfast.activities.keeping;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.InvalidFieldException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long the tasks of a project are kept after their end; pinned ones stay in any case.
 *
 * @param age for ever when null
 * @param count the newest so many; all when null
 * @param bytes as many as their artifacts fit into; all when null
 */
public record RetentionPolicy(
        @Nullable Duration age,
        @Nullable Long count,
        @Nullable DataSize bytes) {
    public RetentionPolicy {
        if (age != null && (age.isNegative() || age.isZero())) {
            throw new InvalidFieldException("retention.age", age + " is not a positive duration");
        }
        if (count != null && count < 0) {
            throw new InvalidFieldException("retention.count", count + " is negative");
        }
    }
}
