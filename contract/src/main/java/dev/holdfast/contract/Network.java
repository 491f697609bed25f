package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a sandbox may reach. Anything but {@code none} must be allowed by the operator. */
public enum Network {
    NONE,
    BRIDGE,
    HOST;

    @JsonValue
    public String json() {
        return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    public static Network fromJson(String json) {
        return Words.parse(Network.class, "network", json);
    }
}
