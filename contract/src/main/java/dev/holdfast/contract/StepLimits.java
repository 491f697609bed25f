package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one step may use of its sandbox; what is left out is the sandbox's own limit.
 *
 * @param memory of all its processes together
 * @param cpuTime of each of its processes
 * @param openFiles of each of its processes
 * @param fileSize of each file that it writes
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StepLimits(
        @Nullable DataSize memory,
        @Nullable Duration cpuTime,
        @Nullable Integer openFiles,
        @Nullable DataSize fileSize) {
    public static final StepLimits NONE = new StepLimits(null, null, null, null);

    private static final DataSize LEAST_MEMORY = DataSize.ofMebibytes(4);

    public StepLimits {
        if (memory != null && memory.compareTo(LEAST_MEMORY) < 0) {
            throw new InvalidFieldException("steps.limits.memory", memory + " is less than " + LEAST_MEMORY);
        }
        if (cpuTime != null && cpuTime.toSeconds() < 1) {
            throw new InvalidFieldException("steps.limits.cpuTime", cpuTime + " is less than a second");
        }
        if (openFiles != null && (openFiles < 16 || openFiles > 1_048_576)) {
            throw new InvalidFieldException("steps.limits.openFiles", openFiles + " is not between 16 and 1048576");
        }
    }
}
