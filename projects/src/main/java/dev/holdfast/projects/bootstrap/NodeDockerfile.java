package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Project;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Node.js, with the package manager that the project has a lockfile of. */
final class NodeDockerfile {
    /** As detection has npm bring it: here it is put into the image, where it is found when there is no network. */
    private static final Pattern BROUGHT = Pattern.compile("^npx --yes (\\S+)");

    private static final String CACHES =
            "export npm_config_cache=/cache/npm BUN_INSTALL_CACHE_DIR=/cache/npm/bun \\\n && ";

    private NodeDockerfile() {}

    static String write(Project project, Base base) {
        String install = plain(project, project.commands().install());
        String build = plain(project, project.commands().build());
        return Layers.head(project, base, manager(project))
                + Layers.manifests(
                        "package.json package-lock.jso[n] npm-shrinkwrap.jso[n] pnpm-lock.yam[l] pnpm-workspace.yam[l]"
                                + " yarn.loc[k] .yarnrc.ym[l] bun.loc[k] bun.lock[b]",
                        project.members().stream()
                                .map(member -> member + "/package.json")
                                .toList())
                + (install == null ? "" : Layers.run("/cache/npm", CACHES + install))
                + Layers.code()
                + (build == null ? "" : "RUN " + build + "\n")
                + "CMD [\"" + project.tool() + "\", \"" + (project.tool().equals("bun") ? "run\", \"test" : "test")
                + "\"]\n";
    }

    /** Bun is in its own base. */
    private static String manager(Project project) {
        Matcher brought = BROUGHT.matcher(String.valueOf(project.commands().install()));
        return project.tool().equals("bun") || !brought.find()
                ? ""
                : Layers.run("/cache/npm-global", "npm install --global --cache /cache/npm-global " + brought.group(1));
    }

    private static @Nullable String plain(Project project, @Nullable String line) {
        return line == null ? null : BROUGHT.matcher(line).replaceFirst(project.tool());
    }
}
