package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Project;

/** Node.js, with the package manager that the project has a lockfile of. */
final class NodeDockerfile {
    private NodeDockerfile() {}

    static String write(Project project) {
        String install = project.commands().install();
        String build = project.commands().build();
        return Layers.head(project)
                + "WORKDIR /app\n"
                + "COPY --chown=1000:1000 package.json package-lock.jso[n] pnpm-lock.yam[l] yarn.loc[k] bun.loc[k] ./\n"
                + (install == null
                        ? ""
                        : "RUN --mount=type=cache,target=/home/holdfast/.npm,uid=1000,gid=1000 \\\n"
                                + "    --mount=type=secret,id=ca,uid=1000 \\\n"
                                + "    if [ -s /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi \\\n"
                                + " && " + install + "\n")
                + "COPY --chown=1000:1000 . .\n"
                + (build == null ? "" : "RUN " + build + "\n")
                + "CMD [\"" + project.tool() + "\", \"test\"]\n";
    }
}
