package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Evidence;
import dev.holdfast.projects.detect.Project;

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
        head.append("RUN mkdir -p /app && chown 1000:1000 /app\n");
        head.append("USER 1000:1000\n");
        return head.toString();
    }
}
