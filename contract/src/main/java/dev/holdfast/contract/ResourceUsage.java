package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** What a step used. A value that could not be measured is absent, never zero. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResourceUsage(
        @Nullable Long cpuUserMs,
        @Nullable Long cpuSystemMs,
        @Nullable Long peakMemoryBytes,
        @Nullable Long oomKills) {
    public static final ResourceUsage UNKNOWN = new ResourceUsage(null, null, null, null);
}
