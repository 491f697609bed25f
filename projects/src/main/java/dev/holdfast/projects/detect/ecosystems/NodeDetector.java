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
    private static final Pattern PACKAGE_MANAGER = Pattern.compile("\"packageManager\"\\s*:\\s*\"(npm|pnpm|yarn|bun)@");
    private static final Pattern WORKSPACES = Pattern.compile("\"workspaces\"\\s*:\\s*[\\[{]");
    private static final Pattern TYPESCRIPT = Pattern.compile("\"typescript\"\\s*:");

    private enum Manager {
        NPM("package-lock.json", "npm ci --no-audit --no-fund", "npm install --no-audit --no-fund"),
        PNPM("pnpm-lock.yaml", "pnpm install --frozen-lockfile", "pnpm install"),
        YARN("yarn.lock", "yarn install --frozen-lockfile", "yarn install"),
        BUN("bun.lock", "bun install --frozen-lockfile", "bun install");

        final String lockfile;
        final String frozen;
        final String loose;

        Manager(String lockfile, String frozen, String loose) {
            this.lockfile = lockfile;
            this.frozen = frozen;
            this.loose = loose;
        }

        String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

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
        Manager manager = manager(directory, manifest);
        ProjectBuilder project = new ProjectBuilder(directory, Ecosystem.NODE, manager.word())
                .evidence("package.json", "a Node.js package")
                .cache(Cache.NPM);
        lockfile(directory, manager).ifPresent(file -> project.evidence(file, "the lockfile of " + manager.word()));
        project.evidence(manifest.find(PACKAGE_MANAGER, "packageManager names {}"))
                .version(manifest.find(ENGINES, "engines asks for Node.js {}"))
                .version(directory.text(".nvmrc").find(NVMRC, "asks for Node.js {}"))
                .version(directory.text(".node-version").find(NVMRC, "asks for Node.js {}"))
                .install(install(directory, manifest, manager))
                .build(script(manifest, manager, "build"))
                .lint(lint(directory, manifest, manager));
        NodeTests.add(project, directory, manifest, manager.word());
        boolean aggregate =
                manifest.contains(WORKSPACES) || directory.has("pnpm-workspace.yaml") || directory.has("lerna.json");
        return project.found(aggregate);
    }

    private static Manager manager(SourceDirectory directory, SourceText manifest) {
        String named =
                manifest.find(PACKAGE_MANAGER, "").map(SourceText.Match::value).orElse("");
        for (Manager manager : Manager.values()) {
            if (manager.word().equals(named)) {
                return manager;
            }
        }
        for (Manager manager : Manager.values()) {
            if (lockfile(directory, manager).isPresent()) {
                return manager;
            }
        }
        return Manager.NPM;
    }

    private static Optional<String> lockfile(SourceDirectory directory, Manager manager) {
        return switch (manager) {
            case NPM -> directory.firstOf("package-lock.json", "npm-shrinkwrap.json");
            case BUN -> directory.firstOf("bun.lock", "bun.lockb");
            case PNPM, YARN -> directory.firstOf(manager.lockfile);
        };
    }

    private static @Nullable String install(SourceDirectory directory, SourceText manifest, Manager manager) {
        boolean depends =
                manifest.contains(Pattern.compile("\"(?:dev|peer|optional)?[dD]ependencies\"\\s*:\\s*\\{\\s*\""));
        if (lockfile(directory, manager).isPresent()) {
            return depends ? manager.frozen : null;
        }
        return depends ? manager.loose : null;
    }

    static @Nullable String script(SourceText manifest, String manager, String name) {
        boolean there = manifest.contains(Pattern.compile("\"" + Pattern.quote(name) + "\"\\s*:\\s*\"(?!\")"));
        return there ? manager + " run " + name : null;
    }

    private static @Nullable String script(SourceText manifest, Manager manager, String name) {
        return script(manifest, manager.word(), name);
    }

    private static @Nullable String lint(SourceDirectory directory, SourceText manifest, Manager manager) {
        String script = script(manifest, manager, "lint");
        if (script != null) {
            return script;
        }
        if (directory.any(file -> file.startsWith("eslint.config.") || file.startsWith(".eslintrc"))) {
            return "npx eslint .";
        }
        return manifest.contains(TYPESCRIPT) && directory.has("tsconfig.json") ? "npx tsc --noEmit" : null;
    }
}
