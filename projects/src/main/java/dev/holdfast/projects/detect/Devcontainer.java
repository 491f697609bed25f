package dev.holdfast.projects.detect;

import java.util.Optional;
import java.util.regex.Pattern;

/** The image that a repository's development container names: its owners know best. */
final class Devcontainer {
    private static final Pattern IMAGE = Pattern.compile("(?m)^[^/\n]*\"image\"\\s*:\\s*\"([^\"\\n]{1,255})\"");

    private Devcontainer() {}

    static Optional<SourceText.Match> image(SourceDirectory directory) {
        String file = directory.has(".devcontainer.json") ? ".devcontainer.json" : ".devcontainer/devcontainer.json";
        return directory.text(file).find(IMAGE, "image {}");
    }
}
