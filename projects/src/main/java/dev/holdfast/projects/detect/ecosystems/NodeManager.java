package dev.holdfast.projects.detect.ecosystems;

import dev.holdfast.projects.detect.SourceDirectory;
import dev.holdfast.projects.detect.SourceText;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A package manager of Node.js: the one that package.json names, else the one whose lockfile is there. The image has npm, which
 * brings the others, into its cache, in the version that the project was made with.
 */
enum NodeManager {
    NPM("package-lock.json", "npm-shrinkwrap.json"),
    PNPM("pnpm-lock.yaml", "pnpm-lock.yaml"),
    YARN("yarn.lock", "yarn.lock"),
    BUN("bun.lock", "bun.lockb");

    static final Pattern NAMED = Pattern.compile("\"packageManager\"\\s*:\\s*\"(npm|pnpm|yarn|bun)@");

    private static final Pattern VERSION = Pattern.compile("\"packageManager\"\\s*:\\s*\"\\w+@(\\d[\\w.-]*)");
    private static final Pattern YARN_2 = Pattern.compile("(?m)^__metadata:");
    private static final Pattern PNPM_LOCK = Pattern.compile("(?m)^lockfileVersion: '?(\\d+)");

    private static final String CACHE = "\"${npm_config_cache:-$HOME/.npm}";

    private final String lockfile;
    private final String olderLockfile;

    NodeManager(String lockfile, String olderLockfile) {
        this.lockfile = lockfile;
        this.olderLockfile = olderLockfile;
    }

    static NodeManager of(SourceDirectory directory, SourceText manifest) {
        String named = manifest.find(NAMED, "").map(SourceText.Match::value).orElse("");
        for (NodeManager manager : values()) {
            if (manager.word().equals(named)) {
                return manager;
            }
        }
        for (NodeManager manager : values()) {
            if (manager.lockfile(directory).isPresent()) {
                return manager;
            }
        }
        return NPM;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    Optional<String> lockfile(SourceDirectory directory) {
        return directory.firstOf(lockfile, olderLockfile);
    }

    /** How it is started. */
    String command(SourceDirectory directory, SourceText manifest) {
        String version = version(directory, manifest);
        return switch (this) {
            case NPM -> "npm";
            case PNPM, BUN -> "npx --yes " + word() + "@" + version;
            case YARN -> "npx --yes " + (isFirst(version) ? "yarn@" : "@yarnpkg/cli-dist@") + version;
        };
    }

    String install(SourceDirectory directory, SourceText manifest) {
        boolean frozen = lockfile(directory).isPresent();
        String command = command(directory, manifest) + (this == NPM && frozen ? " ci" : " install");
        return switch (this) {
            // With a lockfile there is nothing to ask again about what is in the cache.
            case NPM -> command + (frozen ? " --prefer-offline" : "") + " --no-audit --no-fund";
            // It would look for a place on the workspace's own disk, which is new each time.
            case PNPM ->
                command + (frozen ? " --frozen-lockfile" : " --no-frozen-lockfile") + " --store-dir " + CACHE
                        + "/pnpm\"";
            case YARN -> command + yarn(frozen, isFirst(version(directory, manifest)));
            case BUN -> command + (frozen ? " --frozen-lockfile" : "");
        };
    }

    /** From the second version on it would be frozen by itself where CI is set. */
    private static String yarn(boolean frozen, boolean first) {
        if (first) {
            return (frozen ? " --frozen-lockfile" : "") + " --cache-folder " + CACHE + "/yarn\"";
        }
        return frozen ? " --immutable" : " --no-immutable";
    }

    private static boolean isFirst(String version) {
        return version.startsWith("0.") || version.startsWith("1.");
    }

    /** What package.json names, else one that understands the lockfile. */
    private String version(SourceDirectory directory, SourceText manifest) {
        Optional<String> named = manifest.find(VERSION, "").map(SourceText.Match::value);
        return named.orElseGet(() -> switch (this) {
            case NPM -> "";
            case PNPM -> pnpm(directory);
            case YARN -> directory.text("yarn.lock").contains(YARN_2) ? "4.10.3" : "1.22.22";
            case BUN -> "1.4.4";
        });
    }

    private static String pnpm(SourceDirectory directory) {
        String lock = directory
                .text("pnpm-lock.yaml")
                .find(PNPM_LOCK, "")
                .map(SourceText.Match::value)
                .orElse("");
        return switch (lock) {
            case "5" -> "7.33.7";
            case "6" -> "8.15.9";
            default -> "10.20.0";
        };
    }
}
