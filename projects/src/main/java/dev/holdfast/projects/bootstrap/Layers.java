package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Evidence;
import dev.holdfast.projects.detect.Project;
import java.util.List;

/** What all of them begin with. */
final class Layers {
    private Layers() {}

    static String head(Project project) {
        StringBuilder head = new StringBuilder("# Written by 'holdfast bootstrap'. Because:\n");
        for (Evidence evidence : project.evidence()) {
            head.append("#   ").append(evidence).append('\n');
        }
        head.append("ARG BASE=").append(project.image()).append('\n');
        head.append("FROM ${BASE}\n");
        head.append("USER 0\n");
        // Where caches are mounted a directory stays behind, which must not be root's.
        head.append("RUN install -d -o 1000 -g 1000 /app");
        for (String cache : List.of(".cache", ".npm", ".m2", ".gradle", ".nuget", "go")) {
            head.append(" /home/holdfast/").append(cache);
        }
        head.append('\n');
        head.append("USER 1000:1000\n");
        return head.toString();
    }
}
