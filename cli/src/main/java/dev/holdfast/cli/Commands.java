package dev.holdfast.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** All commands by name. A command's class is loaded when its instance is asked for, never before. */
final class Commands {
    /** In the order in which the help lists them. */
    static final List<String> NAMES = List.of();

    private Commands() {}

    static @Nullable Object create(String name) {
        return switch (name) {
            default -> null;
        };
    }
}
