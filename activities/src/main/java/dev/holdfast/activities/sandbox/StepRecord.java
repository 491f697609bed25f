package dev.holdfast.activities.sandbox;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.holdfast.contract.OutcomeKind;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the supervisor knows of a step. Figures that could not be had are absent, never zero.
 *
 * @param attached the step was known before this call
 * @param exitCode of the main process, whenever it was reaped (128 + signal when one ended it)
 * @param diskBytes what the workspace held at the end
 * @param ioReadBytes what the sandbox read from block devices while the step ran; the same for the other transfers
 * @param logEnd the offset behind the last byte that the command wrote
 * @param left how many processes the step left behind
 */
public record StepRecord(
        String step,
        State state,
        boolean attached,
        @Nullable Long pid,
        @Nullable Long startedAtMs,
        @Nullable Long endedAtMs,
        @Nullable OutcomeKind outcome,
        @Nullable Integer exitCode,
        @Nullable String signal,
        @Nullable String reason,
        @Nullable Long wallMs,
        @Nullable Long cpuUserMs,
        @Nullable Long cpuSystemMs,
        @Nullable Long peakMemoryBytes,
        @Nullable Long oomKills,
        @Nullable Long peakPids,
        @Nullable Long diskBytes,
        @Nullable Long ioReadBytes,
        @Nullable Long ioWriteBytes,
        @Nullable Long rxBytes,
        @Nullable Long txBytes,
        long stdoutBytes,
        long stderrBytes,
        long droppedBytes,
        boolean truncated,
        long logEnd,
        int left) {

    public StepRecord {
        if (state == State.ENDED && outcome == null) {
            throw new IllegalArgumentException("step " + step + " has ended without an outcome");
        }
        if (outcome == OutcomeKind.EXITED && exitCode == null) {
            throw new IllegalArgumentException("step " + step + " exited without an exit code");
        }
    }

    public boolean ended() {
        return state == State.ENDED;
    }

    /** The two states of a step. */
    public enum State {
        RUNNING,
        ENDED;

        @JsonValue
        public String json() {
            return name().toLowerCase(Locale.ROOT);
        }

        @JsonCreator
        public static State fromJson(String word) {
            return switch (word) {
                case "running" -> RUNNING;
                case "ended" -> ENDED;
                default -> throw new IllegalArgumentException("'" + word + "' is not the state of a step");
            };
        }
    }
}
