package dev.holdfast.projects.detect;

import java.util.List;
import java.util.Optional;

/** Knows one ecosystem. It only reads, and only files of the directory that it is given. */
public interface ProjectDetector {
    /** Names of files, or {@code *.suffix}, by one of which a project of this ecosystem is known. */
    List<String> looksFor();

    /** The project whose root this directory is. */
    Optional<Found> detect(SourceDirectory directory);

    /**
     * @param aggregate builds projects of its ecosystem below it along with itself
     */
    record Found(Project project, boolean aggregate) {}
}
