package dev.holdfast.projects.detect.ecosystems;

import dev.holdfast.projects.detect.Ecosystem;
import dev.holdfast.projects.detect.ProjectBuilder;
import dev.holdfast.projects.detect.ProjectDetector;
import dev.holdfast.projects.detect.SourceDirectory;
import dev.holdfast.projects.detect.SourceText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A directory that no detector knows, and whose owners say themselves how it is built and tested. */
final class ContractDetector implements ProjectDetector {
    private static final String FILE = ".holdfast.yml";
    private static final Pattern COMMANDS = Pattern.compile("(?m)^commands\\s*:");

    @Override
    public List<String> looksFor() {
        return List.of(FILE);
    }

    @Override
    public Optional<Found> detect(SourceDirectory directory) {
        if (!directory.has(FILE)) {
            return Optional.empty();
        }
        Optional<SourceText.Match> commands = directory.text(FILE).find(COMMANDS, "says how it is built and tested");
        if (commands.isEmpty()) {
            return Optional.empty();
        }
        return new ProjectBuilder(directory, Ecosystem.OTHER, "its own commands")
                .evidence(commands)
                .found(false);
    }
}
