package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.BackgroundPolicy;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.OutputLimitAction;
import dev.holdfast.contract.StepLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A command for the supervisor.
 *
 * @param step the key: the same one again attaches
 * @param cwd relative to the workspace, or absolute inside the sandbox; the workspace when absent
 * @param timeout zero for none
 * @param stdinOpen otherwise the command reads end of file at once
 * @param outputLimitBytes zero for none
 * @param secretFiles name to content, in memory only
 */
public record StepStart(
        String step,
        List<String> argv,
        Map<String, String> env,
        @Nullable String cwd,
        Duration timeout,
        Duration grace,
        boolean stdinOpen,
        long outputLimitBytes,
        OutputLimitAction onOutputLimit,
        BackgroundPolicy background,
        @Nullable Terminal pty,
        ProcessLimits limits,
        Map<String, String> secretFiles) {

    public StepStart {
        argv = List.copyOf(argv);
        env = Map.copyOf(env);
        secretFiles = Map.copyOf(secretFiles);
    }

    public static StepStart of(String step, List<String> argv) {
        return new StepStart(
                step,
                argv,
                Map.of(),
                null,
                Duration.ZERO,
                Duration.ofSeconds(5),
                false,
                0,
                OutputLimitAction.TRUNCATE,
                BackgroundPolicy.KEEP,
                null,
                ProcessLimits.NONE,
                Map.of());
    }

    /** The size of a terminal. */
    public record Terminal(int rows, int cols) {}

    /**
     * Limits of each of the step's processes; an absent one is left as the sandbox has it.
     *
     * @param totalMemoryBytes of all of them together: watched by the supervisor, which ends the step
     */
    public record ProcessLimits(
            @Nullable Long nofile,
            @Nullable Long fsizeBytes,
            @Nullable Long coreBytes,
            @Nullable Long nproc,
            @Nullable Long memoryBytes,
            @Nullable Long cpuSeconds,
            @Nullable Long totalMemoryBytes) {
        public static final ProcessLimits NONE = new ProcessLimits(null, null, null, null, null, null, null);

        public static ProcessLimits of(StepLimits limits) {
            return new ProcessLimits(
                    limits.openFiles() == null ? null : limits.openFiles().longValue(),
                    bytes(limits.fileSize()),
                    null,
                    null,
                    null,
                    limits.cpuTime() == null ? null : limits.cpuTime().toSeconds(),
                    bytes(limits.memory()));
        }

        private static @Nullable Long bytes(@Nullable DataSize size) {
            return size == null ? null : size.bytes();
        }
    }
}
