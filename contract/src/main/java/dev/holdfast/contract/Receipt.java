package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Proof that a sandbox and all that belonged to it is gone, or the list of what is left.
 *
 * @param state {@code pending} until the release was verified
 * @param verified what was looked for and not found any more
 * @param left what is still there
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Receipt(
        State state, @Nullable String sandbox, @Nullable Instant at, List<String> verified, List<String> left) {
    public static final Receipt PENDING = new Receipt(State.PENDING, null, null, List.of(), List.of());
    public static final Receipt NOTHING_TO_CLEAN = new Receipt(State.CLEAN, null, null, List.of(), List.of());

    public Receipt {
        verified = verified == null ? List.of() : List.copyOf(verified);
        left = left == null ? List.of() : List.copyOf(left);
    }

    /** Whether the sandbox is gone. */
    public enum State {
        PENDING,
        CLEAN,
        FAILED;

        @com.fasterxml.jackson.annotation.JsonValue
        public String json() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        @com.fasterxml.jackson.annotation.JsonCreator
        public static State fromJson(String json) {
            return Words.parse(State.class, "cleanup.state", json);
        }
    }
}
