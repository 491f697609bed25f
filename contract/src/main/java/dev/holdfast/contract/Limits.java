package dev.holdfast.contract;

import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What a sandbox may use. Every field may be left out; {@link #orElse} fills it from the operator's defaults.
 *
 * @param cpus how many CPUs, fractions allowed
 * @param memory memory without swap
 * @param pids processes and threads
 * @param tmp size of the tmpfs at /tmp
 * @param workspace bytes of the workspace
 * @param workspaceFiles files and directories in the workspace
 * @param openFiles file descriptors of one process
 * @param artifacts bytes of all artifacts of the task
 */
@RecordBuilder
public record Limits(
        @Nullable Double cpus,
        @Nullable DataSize memory,
        @Nullable Integer pids,
        @Nullable DataSize tmp,
        @Nullable DataSize workspace,
        @Nullable Long workspaceFiles,
        @Nullable Integer openFiles,
        @Nullable DataSize artifacts)
        implements LimitsBuilder.With {

    private static final DataSize LEAST_MEMORY = DataSize.ofMebibytes(16);

    public static final Limits NONE = LimitsBuilder.builder().build();

    public static final Limits DEFAULTS = new Limits(
            1.0,
            DataSize.ofGibibytes(2),
            100,
            DataSize.ofGibibytes(1),
            DataSize.ofGibibytes(10),
            1_000_000L,
            16_384,
            DataSize.ofGibibytes(1));

    public Limits {
        if (cpus != null && !(cpus >= 0.01 && cpus <= 1024)) {
            throw new InvalidFieldException("limits.cpus", cpus + " is not between 0.01 and 1024");
        }
        if (memory != null && memory.compareTo(LEAST_MEMORY) < 0) {
            throw new InvalidFieldException("limits.memory", memory + " is less than " + LEAST_MEMORY);
        }
        between("limits.pids", pids, 1, 1_000_000);
        between("limits.openFiles", openFiles, 16, 1_048_576);
        between("limits.workspaceFiles", workspaceFiles, 16, 100_000_000);
    }

    private static void between(String field, @Nullable Number value, long least, long most) {
        if (value != null && (value.longValue() < least || value.longValue() > most)) {
            throw new InvalidFieldException(field, value + " is not between " + least + " and " + most);
        }
    }

    /** These limits, with what they leave open taken from {@code other}. */
    public Limits orElse(Limits other) {
        return new Limits(
                cpus != null ? cpus : other.cpus,
                memory != null ? memory : other.memory,
                pids != null ? pids : other.pids,
                tmp != null ? tmp : other.tmp,
                workspace != null ? workspace : other.workspace,
                workspaceFiles != null ? workspaceFiles : other.workspaceFiles,
                openFiles != null ? openFiles : other.openFiles,
                artifacts != null ? artifacts : other.artifacts);
    }
}
