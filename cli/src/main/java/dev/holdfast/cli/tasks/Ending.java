package dev.holdfast.cli.tasks;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskResult;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the end of a task becomes the end of this process. */
public final class Ending {
    private Ending() {}

    public static int exitCode(TaskResult task) {
        if (task.outcome() == null) {
            // A task without steps succeeds without an outcome; everything else without one is the platform's fault.
            return task.errorCode() == null && !failed(task) ? ExitCodes.OK : ExitCodes.PLATFORM;
        }
        return exitCode(task.outcome(), task.exitCode());
    }

    static int exitCode(StepResult step) {
        return exitCode(step.outcome(), step.exitCode());
    }

    private static int exitCode(OutcomeKind outcome, @Nullable Integer exitCode) {
        return switch (outcome) {
            case TIMED_OUT -> ExitCodes.TIMED_OUT;
            case CANCELLED -> ExitCodes.CANCELLED;
            case LOST -> ExitCodes.PLATFORM;
            case EXITED, OOM_KILLED, DISK_FULL, OUTPUT_LIMIT -> exitCode == null ? ExitCodes.PLATFORM : exitCode;
        };
    }

    private static boolean failed(TaskResult task) {
        return switch (task.state()) {
            case SUCCEEDED, CLEANUP_FAILED -> false;
            case QUEUED, ACQUIRING, STAGING, RUNNING, COLLECTING, RELEASING, FAILED, TIMED_OUT, CANCELLED, LOST -> true;
        };
    }

    public static String sentence(TaskResult task) {
        String seconds =
                task.durationMs() == null ? "" : String.format(Locale.ROOT, " (%.1f s)", task.durationMs() / 1000.0);
        String code = task.errorCode() == null ? "" : " [" + task.errorCode() + "]";
        return task.taskId() + " " + task.state().json().replace('_', ' ') + ": " + task.reason() + code + seconds;
    }
}
