package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Project;

/** Python, in an environment of its own that also sees what the image has. */
final class PythonDockerfile {
    private PythonDockerfile() {}

    static String write(Project project) {
        String install = project.commands().install();
        boolean own = install != null && install.contains(".venv");
        return Layers.head(project)
                + "WORKDIR /app\n"
                + (install == null || install.contains("--editable")
                        ? "COPY --chown=1000:1000 . .\n"
                        : "COPY --chown=1000:1000 requirements*.tx[t] pyproject.tom[l] poetry.loc[k] uv.loc[k] Pipfil[e] Pipfile.loc[k] ./\n")
                + (install == null
                        ? ""
                        : "RUN --mount=type=cache,target=/home/holdfast/.cache,uid=1000,gid=1000 \\\n"
                                + "    --mount=type=secret,id=ca,uid=1000 \\\n"
                                + "    if [ -s /run/secrets/ca ]; then export PIP_CERT=/run/secrets/ca; fi \\\n"
                                + " && " + install + "\n")
                + (install == null || install.contains("--editable") ? "" : "COPY --chown=1000:1000 . .\n")
                + "CMD [\"" + (own ? ".venv/bin/python" : "python3") + "\", \"-m\", \"pytest\"]\n";
    }
}
