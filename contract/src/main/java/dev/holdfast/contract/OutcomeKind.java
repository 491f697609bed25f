package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a step or task ended, as one word; {@link Outcome} carries the evidence. */
public enum OutcomeKind {
    EXITED,
    TIMED_OUT,
    OOM_KILLED,
    DISK_FULL,
    OUTPUT_LIMIT,
    CANCELLED,
    LOST;

    @JsonValue
    public String json() {
        return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    public static OutcomeKind fromJson(String json) {
        return Words.parse(OutcomeKind.class, "outcome", json);
    }
}
