package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What a step used. A value that could not be measured is absent, never zero. What only the whole sandbox knows
 * (processes, disk, block and network transfers) is there for steps that ran for a second or longer.
 *
 * @param peakPids most processes and threads at once, of the samples taken
 * @param diskBytes what the workspace held at the end
 * @param ioReadBytes since the step began; the same for the other transfers
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResourceUsage(
        @Nullable Long cpuUserMs,
        @Nullable Long cpuSystemMs,
        @Nullable Long peakMemoryBytes,
        @Nullable Long oomKills,
        @Nullable Long peakPids,
        @Nullable Long diskBytes,
        @Nullable Long ioReadBytes,
        @Nullable Long ioWriteBytes,
        @Nullable Long networkReceivedBytes,
        @Nullable Long networkSentBytes) {
    public static final ResourceUsage UNKNOWN = new ResourceUsage(null, null, null, null);

    public ResourceUsage(
            @Nullable Long cpuUserMs,
            @Nullable Long cpuSystemMs,
            @Nullable Long peakMemoryBytes,
            @Nullable Long oomKills) {
        this(cpuUserMs, cpuSystemMs, peakMemoryBytes, oomKills, null, null, null, null, null, null);
    }
}
