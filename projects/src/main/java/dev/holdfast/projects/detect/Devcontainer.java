package dev.holdfast.projects.detect;

import java.util.Optional;
import java.util.regex.Pattern;

/** The image that a repository's development container names: its owners know best. */
final class Devcontainer {
    private static final Pattern IMAGE =
            Pattern.compile("(?m)^(?!\\s*//)[^\n]*\"image\"\\s*:\\s*\"([^\"$\\n]{1,255})\"");
    private static final Pattern DOCKERFILE =
            Pattern.compile("(?m)^(?!\\s*//)[^\n]*\"docker[Ff]ile\"\\s*:\\s*\"([^\"\\n]{1,255})\"");

    private Devcontainer() {}

    static Optional<SourceText.Match> image(SourceDirectory directory) {
        return text(directory).find(IMAGE, "image {}");
    }

    /** Not built by itself: to build a repository's Dockerfile on the host is for its owner to ask for. */
    static Optional<SourceText.Match> dockerfile(SourceDirectory directory) {
        return text(directory).find(DOCKERFILE, "builds {}; name it as dockerfile in .holdfast.yml to have it used");
    }

    private static SourceText text(SourceDirectory directory) {
        return directory.text(
                directory.has(".devcontainer.json") ? ".devcontainer.json" : ".devcontainer/devcontainer.json");
    }
}
