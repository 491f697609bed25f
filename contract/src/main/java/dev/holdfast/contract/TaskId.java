package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Pattern;

/** The caller's key for a task, or a generated one. Names of workflows, containers and volumes derive from it. */
public record TaskId(@JsonValue String value) {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public TaskId {
        Require.matching(
                "taskId", value, ALLOWED, "1 to 63 letters, digits, '.', '_' or '-', starting with a letter or digit");
    }

    @Override
    public String toString() {
        return value;
    }
}
