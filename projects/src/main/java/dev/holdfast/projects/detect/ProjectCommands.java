package dev.holdfast.projects.detect;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Shell lines, run in the project's directory; absent where the project has no such thing.
 *
 * @param install brings what the project depends on
 * @param test also writes a report to one of the project's report locations, where its tool can
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProjectCommands(
        @Nullable String install,
        @Nullable String build,
        @Nullable String test,
        @Nullable String lint) {
    public static final ProjectCommands NONE = new ProjectCommands(null, null, null, null);
}
