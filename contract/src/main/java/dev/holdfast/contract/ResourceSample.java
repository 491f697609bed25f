package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a task's sandbox used at one moment, while a step ran. Sums count from the sandbox's beginning. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResourceSample(
        String step,
        Instant at,
        @Nullable Long cpuMs,
        @Nullable Long memoryBytes,
        @Nullable Long pids,
        @Nullable Long diskBytes,
        @Nullable Long ioReadBytes,
        @Nullable Long ioWriteBytes,
        @Nullable Long networkReceivedBytes,
        @Nullable Long networkSentBytes) {}
