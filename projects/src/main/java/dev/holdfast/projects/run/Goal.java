package dev.holdfast.projects.run;

import dev.holdfast.projects.detect.ProjectCommands;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done with a project, after its dependencies are there.
 *
 * @param word as the repository's contract calls it
 */
public record Goal(String word) {
    public static final Goal BUILD = new Goal("build");
    public static final Goal TEST = new Goal("test");

    /** What was detected for it. */
    @Nullable String of(ProjectCommands commands) {
        return switch (word) {
            case "setup" -> commands.install();
            case "build" -> commands.build();
            case "test" -> commands.test();
            case "lint" -> commands.lint();
            default -> null;
        };
    }

    /** The one that is always done first. */
    boolean isSetup() {
        return word.equals("setup");
    }
}
