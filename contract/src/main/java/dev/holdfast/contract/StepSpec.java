package dev.holdfast.contract;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One command of a task.
 *
 * @param name unique in its task; {@code step-N} when left out
 * @param cwd relative to the workspace, or absolute inside the sandbox
 * @param timeout how long the command may run; the operator's default (5 minutes) when left out
 * @param grace how long a command has between TERM and KILL
 * @param stdin text that the command reads; without it, end of file at once
 * @param continueOnFailure the task goes on when the command failed; one whose end nobody knows ends it all the same
 * @param limits below those of the sandbox
 * @param terminal the command gets a terminal of this size instead of pipes, and its callers can type into it
 * @param retries how often a command that failed is run again; only for commands that their owner calls safe
 */
@RecordBuilder
public record StepSpec(
        @Nullable String name,
        Command command,
        @Nullable String cwd,
        Map<String, String> env,
        @Nullable Duration timeout,
        @Nullable Duration grace,
        @Nullable String stdin,
        boolean continueOnFailure,
        int retries,
        @Nullable DataSize outputLimit,
        OutputLimitAction onOutputLimit,
        BackgroundPolicy background,
        StepLimits limits,
        @Nullable TerminalSize terminal)
        implements StepSpecBuilder.With {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ._-]{0,62}");
    private static final int MAX_STDIN = 64 * 1024;

    public StepSpec {
        if (command == null) {
            throw new InvalidFieldException("steps.command", "is missing");
        }
        if (name != null) {
            Require.matching("steps.name", name, NAME, "1 to 63 letters, digits, blanks, '.', '_' or '-'");
        }
        if (cwd != null) {
            Require.noNul("steps.cwd", cwd);
        }
        env = env == null ? Map.of() : EnvironmentNames.checked("steps.env", env);
        if (timeout != null) {
            Require.positive("steps.timeout", timeout);
        }
        if (grace != null && grace.isNegative()) {
            throw new InvalidFieldException("steps.grace", grace + " is negative");
        }
        if (stdin != null && stdin.length() > MAX_STDIN) {
            throw new InvalidFieldException(
                    "steps.stdin", stdin.length() + " characters are more than " + MAX_STDIN + "; give it as a file");
        }
        if (stdin != null) {
            Require.noNul("steps.stdin", stdin);
        }
        if (retries < 0 || retries > 10) {
            throw new InvalidFieldException("steps.retries", retries + " is not between 0 and 10");
        }
        if (terminal != null && stdin != null) {
            throw new InvalidFieldException("steps.stdin", "cannot stand beside terminal; type it in instead");
        }
        onOutputLimit = onOutputLimit == null ? OutputLimitAction.TRUNCATE : onOutputLimit;
        background = background == null ? BackgroundPolicy.KEEP : background;
        limits = limits == null ? StepLimits.NONE : limits;
    }

    /**
     * What one step may have is bounded by its sandbox.
     *
     * @param task of the whole task
     */
    public void requireWithin(Limits task) {
        within("memory", limits.memory(), task.memory(), "memory");
        within("openFiles", limits.openFiles(), task.openFiles(), "openFiles");
        within("fileSize", limits.fileSize(), task.workspace(), "workspace");
    }

    private static <T extends Comparable<T>> void within(
            String field, @Nullable T asked, @Nullable T bound, String boundedBy) {
        if (asked != null && bound != null && asked.compareTo(bound) > 0) {
            throw new InvalidFieldException(
                    "steps.limits." + field,
                    asked + " is more than the task's limits." + boundedBy + " of " + bound + "; ask for less");
        }
    }

    public static StepSpec of(Command command) {
        return StepSpecBuilder.builder().command(command).build();
    }
}
