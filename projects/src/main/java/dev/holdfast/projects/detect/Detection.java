package dev.holdfast.projects.detect;

import java.util.List;

/**
 * What a directory holds.
 *
 * @param projects outermost first
 * @param lookedFor names of files by which a project is known
 * @param notes what was passed over, if anything was
 */
public record Detection(List<Project> projects, List<String> lookedFor, long files, List<String> notes) {
    public Detection {
        projects = List.copyOf(projects);
        lookedFor = List.copyOf(lookedFor);
        notes = List.copyOf(notes);
    }
}
