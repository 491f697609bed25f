package dev.holdfast.activities.sandbox;

import org.jspecify.annotations.Nullable;

/** What the host knows of a sandbox. */
public sealed interface Inspection {
    /** There is none of that name, or only remains that {@link SandboxProvider#destroy} clears. */
    record Absent() implements Inspection {}

    record Running() implements Inspection {}

    /**
     * It was there and is not running any more.
     *
     * @param reason in words
     * @param oomKilled its whole memory limit was used up; absent where that cannot be known
     */
    record Dead(String reason, @Nullable Boolean oomKilled) implements Inspection {}
}
