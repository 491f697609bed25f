package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What happens to processes that a step leaves behind when its main process ends. */
public enum BackgroundPolicy {
    KEEP,
    KILL;

    @JsonValue
    public String json() {
        return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    public static BackgroundPolicy fromJson(String json) {
        return Words.parse(BackgroundPolicy.class, "background", json);
    }
}
