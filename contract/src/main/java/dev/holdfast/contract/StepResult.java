package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one step ended.
 *
 * @param exitCode what the command's main process returned, also beside {@code timed_out} and the like; absent when it was never learnt
 * @param reason why, where the outcome is not {@code exited}
 * @param stdout the output where it is short, else its first and last part; the log has all of it
 * @param truncated {@code stdout} or {@code stderr} here is not the whole output
 * @param droppedBytes how much the output cap removed from the middle of the log
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StepResult(
        String name,
        List<String> command,
        OutcomeKind outcome,
        @Nullable Integer exitCode,
        @Nullable String signal,
        @Nullable String reason,
        String stdout,
        String stderr,
        boolean truncated,
        long stdoutBytes,
        long stderrBytes,
        long droppedBytes,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        long durationMs,
        int attempts,
        ResourceUsage resourceUsage) {

    /** How it ended, without what it wrote. */
    public StepResult withoutOutput() {
        List<String> program = command.size() > 1 ? List.of(command.get(0), "…") : command;
        boolean cut = truncated || !stdout.isEmpty() || !stderr.isEmpty();
        return new StepResult(
                name,
                program,
                outcome,
                exitCode,
                signal,
                reason,
                "",
                "",
                cut,
                stdoutBytes,
                stderrBytes,
                droppedBytes,
                startedAt,
                endedAt,
                durationMs,
                attempts,
                resourceUsage);
    }

    @JsonIgnore
    public Outcome ending() {
        return Outcome.of(outcome, exitCode, reason);
    }

    @JsonIgnore
    public boolean succeeded() {
        return outcome == OutcomeKind.EXITED && exitCode != null && exitCode == 0;
    }
}
