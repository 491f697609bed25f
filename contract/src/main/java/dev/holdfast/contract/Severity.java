package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How grave a finding in code is, from harmless upwards. */
public enum Severity {
    INFO,
    WARNING,
    ERROR,
    CRITICAL;

    @JsonValue
    public String json() {
        return name();
    }

    /** In any case: reports write them in capitals, specs as all other words. */
    @JsonCreator
    public static Severity fromJson(String json) {
        return Words.parse(Severity.class, "validation.severity", json.toLowerCase(Locale.ROOT));
    }
}
