package dev.holdfast.projects.run;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;

/** Tells reports among what a task left. */
public final class ReportPlaces {
    private final List<PathMatcher> matchers;

    /** @param globs where {@code **}{@code /} stands for any directories, none included */
    public ReportPlaces(List<String> globs) {
        matchers = globs.stream()
                .flatMap(glob -> java.util.stream.Stream.of(glob, glob.replace("**/", "")))
                .distinct()
                .map(glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob))
                .toList();
    }

    public boolean has(String path) {
        return matchers.stream().anyMatch(matcher -> matcher.matches(Path.of(path)));
    }
}
