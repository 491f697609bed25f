package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Pattern;

/** What tasks are grouped, limited and isolated by. Volumes and caches are shared inside a project only. */
public record ProjectId(@JsonValue String value) {
    private static final Pattern ALLOWED = Pattern.compile("[a-z0-9][a-z0-9._-]{0,62}");

    public static final ProjectId DEFAULT = new ProjectId("default");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ProjectId {
        Require.matching(
                "project",
                value,
                ALLOWED,
                "1 to 63 lower-case letters, digits, '.', '_' or '-', starting with a letter or digit");
    }

    @Override
    public String toString() {
        return value;
    }
}
