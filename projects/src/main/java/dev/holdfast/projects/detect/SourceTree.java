package dev.holdfast.projects.detect;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files of a tree that belong to it: what git ignores and what tools bring stays behind. */
public final class SourceTree {
    private SourceTree() {}

    /** Relative paths, in the order of names. */
    public static List<String> files(Path root) {
        List<String> files = new ArrayList<>();
        new TreeScan()
                .walk(
                        root.toAbsolutePath().normalize(),
                        directory -> directory.names().forEach(name -> files.add(directory.name(name))));
        files.sort(null);
        return files;
    }
}
