package dev.holdfast.projects.detect.ecosystems;

import dev.holdfast.projects.detect.Ecosystem;
import dev.holdfast.projects.detect.ProjectBuilder;
import dev.holdfast.projects.detect.ProjectDetector;
import dev.holdfast.projects.detect.SourceDirectory;
import dev.holdfast.projects.detect.SourceText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A Makefile where no other tool is at home. */
final class MakeDetector implements ProjectDetector {
    @Override
    public List<String> looksFor() {
        return List.of("Makefile", "GNUmakefile");
    }

    @Override
    public Optional<Found> detect(SourceDirectory directory) {
        Optional<String> marker = directory.firstOf("GNUmakefile", "Makefile", "makefile");
        if (marker.isEmpty()) {
            return Optional.empty();
        }
        SourceText makefile = directory.text(marker.get());
        return new ProjectBuilder(directory, Ecosystem.MAKE, "make")
                .evidence(marker.get(), "a Makefile")
                .evidence(makefile.find(target("test|check"), "has the target {}"))
                .build("make")
                .test(test(makefile), ProjectBuilder.REPORTS + "/*")
                .lint(makefile.contains(target("lint")) ? "make lint" : null)
                .found(true);
    }

    private static @Nullable String test(SourceText makefile) {
        return makefile.find(target("test|check"), "")
                .map(found -> "make " + found.value())
                .orElse(null);
    }

    private static Pattern target(String names) {
        return Pattern.compile("(?m)^(" + names + ")\\s*:(?!=)");
    }
}
