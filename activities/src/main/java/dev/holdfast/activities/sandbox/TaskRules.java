package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.InvalidFieldException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the operator lets tasks have beyond the sandbox itself.
 *
 * @param volumeSize bytes of each volume and each cache of a project
 * @param caBundle certificates that sandboxes with a network trust as well; none when absent
 * @param longestStep the ceiling of a step's timeout; none when absent
 * @param largestOutput the ceiling of a step's output limit; none when absent
 * @param runtimes which of the engine's runtimes tasks may name, beside the operator's own
 */
public record TaskRules(
        DataSize volumeSize,
        @Nullable Path caBundle,
        @Nullable Duration longestStep,
        @Nullable DataSize largestOutput,
        Set<String> runtimes) {
    public static final TaskRules DEFAULTS = new TaskRules(DataSize.ofGibibytes(10), null, null, null, Set.of());

    public TaskRules {
        runtimes = Set.copyOf(runtimes);
        if (caBundle != null && !caBundle.isAbsolute()) {
            throw new InvalidFieldException("caBundle", "'" + caBundle + "' is not absolute");
        }
    }
}
