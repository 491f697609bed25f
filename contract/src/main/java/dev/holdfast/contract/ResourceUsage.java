package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What a step used. A value that could not be measured is absent, never zero.
 *
 * @param peakPids most processes at once, of those that were seen: looks are taken at 50 ms and then every 250 ms
 * @param diskBytes what the workspace held at the end
 * @param ioReadBytes from block devices, by the whole sandbox while the step ran; the same for the other transfers
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
