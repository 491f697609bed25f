package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What happens to a command that wrote more than its output cap: it goes on and its middle is dropped, or it ends. */
public enum OutputLimitAction {
    TRUNCATE,
    KILL;

    @JsonValue
    public String json() {
        return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    public static OutputLimitAction fromJson(String json) {
        return Words.parse(OutputLimitAction.class, "onOutputLimit", json);
    }
}
