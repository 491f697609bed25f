package dev.holdfast.projects.repo;

import dev.holdfast.contract.Cache;
import dev.holdfast.projects.detect.Evidence;
import dev.holdfast.projects.detect.Project;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes what was detected as a {@code .holdfast.yml} to start from: the same project gives the same bytes. */
public final class ContractWriter {
    private ContractWriter() {}

    public static String write(Project project) {
        StringBuilder yaml = new StringBuilder("# How this repository is built and tested by Holdfast.\n");
        yaml.append("# What is left out is detected anew; 'holdfast detect' shows what that is.\n");
        for (Evidence evidence : project.evidence()) {
            yaml.append("#   ").append(evidence).append('\n');
        }
        yaml.append("version: 1\nimage: ").append(project.image()).append("\n\ncommands:\n");
        command(yaml, "setup", project.commands().install());
        command(yaml, "build", project.commands().build());
        command(yaml, "test", project.commands().test());
        command(yaml, "lint", project.commands().lint());
        list(yaml, "caches", project.caches().stream().map(Cache::json).toList());
        list(yaml, "reports", project.reports());
        if (project.commands().install() != null || !project.caches().isEmpty()) {
            yaml.append("\n# Dependencies come over the network; the operator must allow it (HOLDFAST_NETWORKS).\n");
            yaml.append("network: bridge\n");
        }
        return yaml.toString();
    }

    private static void command(StringBuilder yaml, String name, @Nullable String line) {
        if (line != null) {
            yaml.append("  ").append(name).append(": ").append(quoted(line)).append('\n');
        }
    }

    private static void list(StringBuilder yaml, String name, List<String> items) {
        if (!items.isEmpty()) {
            yaml.append('\n').append(name).append(": [");
            yaml.append(items.stream().map(ContractWriter::quoted).collect(Collectors.joining(", ")));
            yaml.append("]\n");
        }
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
