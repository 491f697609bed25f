package dev.holdfast.projects.detect.ecosystems;

import dev.holdfast.contract.Cache;
import dev.holdfast.projects.detect.Ecosystem;
import dev.holdfast.projects.detect.ProjectBuilder;
import dev.holdfast.projects.detect.ProjectDetector;
import dev.holdfast.projects.detect.SourceDirectory;
import dev.holdfast.projects.detect.SourceText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Node.js; the package manager is the one whose lockfile is there. */
final class NodeDetector implements ProjectDetector {
    private static final Pattern ENGINES =
            Pattern.compile("\"engines\"\\s*:\\s*\\{[^}]*?\"node\"\\s*:\\s*\"([^\"]+)\"");
    private static final Pattern NVMRC = Pattern.compile("^\\s*v?([\\w./-]+)");
    private static final Pattern WORKSPACES = Pattern.compile("\"workspaces\"\\s*:\\s*[\\[{]");
    private static final Pattern TYPESCRIPT = Pattern.compile("\"typescript\"\\s*:");

    private static final Pattern DEPENDS =
            Pattern.compile("\"(?:dev|peer|optional)?[dD]ependencies\"\\s*:\\s*\\{\\s*\"");

    @Override
    public List<String> looksFor() {
        return List.of("package.json");
    }

    @Override
    public Optional<Found> detect(SourceDirectory directory) {
        if (!directory.has("package.json")) {
            return Optional.empty();
        }
        SourceText manifest = directory.text("package.json");
        NodeManager manager = NodeManager.of(directory, manifest);
        String command = manager.command(directory, manifest);
        ProjectBuilder project = new ProjectBuilder(directory, Ecosystem.NODE, manager.word())
                .evidence("package.json", "a Node.js package")
                .cache(Cache.NPM);
        manager.lockfile(directory).ifPresent(file -> project.evidence(file, "the lockfile of " + manager.word()));
        project.evidence(manifest.find(NodeManager.NAMED, "packageManager names {}"))
                .version(manifest.find(ENGINES, "engines asks for Node.js {}"))
                .version(directory.text(".nvmrc").find(NVMRC, "asks for Node.js {}"))
                .version(directory.text(".node-version").find(NVMRC, "asks for Node.js {}"))
                .install(manifest.contains(DEPENDS) ? manager.install(directory, manifest) : null)
                .build(script(manifest, command, "build"))
                .lint(lint(directory, manifest, command));
        NodeTests.add(project, directory, manifest, manager);
        boolean aggregate =
                manifest.contains(WORKSPACES) || directory.has("pnpm-workspace.yaml") || directory.has("lerna.json");
        return project.found(aggregate);
    }

    private static @Nullable String script(SourceText manifest, String command, String name) {
        boolean there = manifest.contains(Pattern.compile("\"" + Pattern.quote(name) + "\"\\s*:\\s*\"(?!\")"));
        return there ? command + " run " + name : null;
    }

    private static @Nullable String lint(SourceDirectory directory, SourceText manifest, String command) {
        String script = script(manifest, command, "lint");
        if (script != null) {
            return script;
        }
        if (directory.any(file -> file.startsWith("eslint.config.") || file.startsWith(".eslintrc"))) {
            return "npx eslint .";
        }
        return manifest.contains(TYPESCRIPT) && directory.has("tsconfig.json") ? "npx tsc --noEmit" : null;
    }
}
