package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one step ended.
 *
 * @param command what ran; of a long one the beginning and the end
 * @param exitCode what the command's main process returned, also beside {@code timed_out} and the like; absent when it was never learnt
 * @param reason why, where the outcome is not {@code exited}
 * @param stdout the output where it is short, else its first and last part; the log has all of it
 * @param truncated {@code stdout} or {@code stderr} here is not the whole output
 * @param droppedBytes how much the output cap removed from the middle of the log
 */
@RecordBuilder
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
        ResourceUsage resourceUsage)
        implements StepResultBuilder.With {

    private static final int PROGRAM_BYTES = 128;
    private static final int LEAST_REASON_BYTES = 64;

    /**
     * Short enough for a payload: of a long command and of long output there is the beginning and the end.
     *
     * @param bytes of the command, and of the reason, as JSON; of each stream it is four times as many
     */
    public StepResult within(int bytes) {
        List<String> shortCommand = ShortCommand.of(command, bytes);
        String shortReason = reason == null ? null : JsonText.shortened(reason, bytes);
        String shortStdout = JsonText.shortened(stdout, 4 * bytes);
        String shortStderr = JsonText.shortened(stderr, 4 * bytes);
        return with().command(shortCommand)
                .reason(shortReason)
                .stdout(shortStdout)
                .stderr(shortStderr)
                .truncated(truncated || !shortStdout.equals(stdout) || !shortStderr.equals(stderr))
                .build();
    }

    /** How it ended, without what it wrote. */
    public StepResult withoutOutput() {
        List<String> program = command.size() > 1 ? List.of(command.get(0), "…") : command;
        return with().command(ShortCommand.of(program, PROGRAM_BYTES))
                .reason(reason == null ? null : JsonText.shortened(reason, 2 * PROGRAM_BYTES))
                .stdout("")
                .stderr("")
                .truncated(truncated || !stdout.isEmpty() || !stderr.isEmpty())
                .build();
    }

    /** That it ended and how, where many have ended before. */
    public StepResult barely() {
        StepResult ended = withoutOutput();
        return ended.with()
                .command(List.of("…"))
                .reason(ended.reason == null ? null : JsonText.shortened(ended.reason, LEAST_REASON_BYTES))
                .resourceUsage(ResourceUsage.UNKNOWN)
                .build();
    }

    /** Whether it wrote something of which nothing is here. */
    @JsonIgnore
    public boolean outputLeftOut() {
        return truncated && stdout.isEmpty() && stderr.isEmpty() && stdoutBytes + stderrBytes > 0;
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
