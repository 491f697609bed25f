package dev.holdfast.activities.sandbox;

import org.jspecify.annotations.Nullable;

/** What the whole sandbox uses now. A value that cannot be had is absent. */
public record SandboxUsage(
        @Nullable Long memoryBytes,
        @Nullable Long memoryPeakBytes,
        @Nullable Long cpuMs,
        @Nullable Long pids,
        @Nullable Long oomKills,
        @Nullable Long workspaceBytes,
        @Nullable Long workspaceFiles,
        @Nullable Long workspaceLimitBytes,
        @Nullable Long ioReadBytes,
        @Nullable Long ioWriteBytes,
        @Nullable Long rxBytes,
        @Nullable Long txBytes,
        @Nullable Long initRssBytes) {}
