package dev.holdfast.projects.detect;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A language with its tools. */
public enum Ecosystem {
    NODE,
    PYTHON,
    JAVA,
    GO,
    RUST,
    RUBY,
    PHP,
    DOTNET,
    POWERSHELL,
    MAKE,
    /** What only the repository itself knows. */
    OTHER;

    @JsonValue
    public String json() {
        return name().toLowerCase(Locale.ROOT);
    }
}
