package dev.holdfast.activities.sandbox;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox of this installation, or what is left of one.
 *
 * @param createdAt by the host's clock
 * @param task the value of its task label
 */
public record ListedSandbox(
        SandboxId id,
        State state,
        Instant createdAt,
        @Nullable String task,
        @Nullable String project,
        Map<String, String> labels) {

    public ListedSandbox {
        labels = Map.copyOf(labels);
    }

    /** A directory of which nobody knows whose it was. */
    public static ListedSandbox nameless(SandboxId id, Instant createdAt) {
        return new ListedSandbox(id, State.REMAINS, createdAt, null, null, Map.of());
    }

    /** Where it is in its life. */
    public enum State {
        CREATED,
        RUNNING,
        DEAD,
        /** A directory, mount or process without its sandbox. */
        REMAINS
    }
}
