package dev.holdfast.validation;

import com.fasterxml.jackson.annotation.JsonValue;

/** How grave a finding is, from harmless upwards. */
public enum Severity {
    INFO,
    WARNING,
    ERROR,
    CRITICAL;

    @JsonValue
    public String json() {
        return name();
    }
}
