package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Evidence;
import dev.holdfast.projects.detect.SourceTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files of one project, without what git ignores. Paths are relative to the project. */
final class ProjectFiles {
    private static final int MAX_BYTES = 8 * 1024 * 1024;

    private final Path directory;
    private final List<String> names;

    ProjectFiles(Path directory) {
        this.directory = directory;
        this.names = SourceTree.files(directory);
    }

    /** Those whose name, without its directories, fits; in the order of paths. */
    List<String> named(Pattern name) {
        return names.stream()
                .filter(path ->
                        name.matcher(path.substring(path.lastIndexOf('/') + 1)).matches())
                .toList();
    }

    boolean has(String path) {
        return names.contains(path);
    }

    String text(String path) {
        try (InputStream in = Files.newInputStream(directory.resolve(path))) {
            return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            return "";
        }
    }

    /** The first place in these files where it is found; {@code {}} in what it says is what the first group caught. */
    Optional<Evidence> find(List<String> paths, Pattern pattern, String says) {
        for (String path : paths) {
            String text = text(path);
            Matcher matcher = pattern.matcher(text);
            if (matcher.find()) {
                String caught = matcher.groupCount() == 0 ? "" : Objects.requireNonNullElse(matcher.group(1), "");
                int line = 1 + (int) text.substring(0, matcher.start()).lines().count();
                boolean atLineStart = matcher.start() == 0 || text.charAt(matcher.start() - 1) == '\n';
                return Optional.of(new Evidence(path, atLineStart ? line : line - 1, says.replace("{}", caught)));
            }
        }
        return Optional.empty();
    }
}
