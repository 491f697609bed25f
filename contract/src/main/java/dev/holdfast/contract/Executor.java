package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * How a sandbox is made. {@code auto} takes a container where an engine answers, else a local process tree; {@code oci} is
 * a container of an engine's image that is started without the engine.
 */
public enum Executor {
    AUTO,
    DOCKER,
    PODMAN,
    OCI,
    LOCAL;

    @JsonValue
    public String json() {
        return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    public static Executor fromJson(String json) {
        return Words.parse(Executor.class, "executor", json);
    }
}
