package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A directory that outlives the task. */
public enum Volume {
    NONE,
    /** One for all tasks of the project; its path is in the variable {@code PROJECT_VOLUME}. */
    PROJECT;

    @JsonValue
    public String json() {
        return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    public static Volume fromJson(String json) {
        return Words.parse(Volume.class, "storage.volume", json);
    }
}
