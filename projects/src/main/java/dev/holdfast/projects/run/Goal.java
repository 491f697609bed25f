package dev.holdfast.projects.run;

import java.util.Locale;

/** What is to be done with a project, after its dependencies are there. */
public enum Goal {
    BUILD,
    TEST;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
