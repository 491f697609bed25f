package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Project;
import java.util.List;
import java.util.regex.Pattern;

/** Python, in an environment of its own inside the project, whichever tool made it. */
final class PythonDockerfile {
    private static final Pattern PYTEST = Pattern.compile("(?i)\\bpytest\\b(?!\\.)");
    /** The same as in the golden image, which then need not bring it again. */
    private static final String USUAL_PYTEST = "pytest==8.4.2";

    private static final String VENV = "python3 -m venv --system-site-packages .venv";
    private static final String PIP = ".venv/bin/python -m pip install --disable-pip-version-check ";

    private PythonDockerfile() {}

    static String write(Project project, Base base, ProjectFiles files) {
        String install = install(project, files);
        // An editable package is its own code.
        boolean whole = install.contains("--editable");
        return Layers.head(
                        project,
                        base,
                        "ENV PIPENV_VENV_IN_PROJECT=1 POETRY_VIRTUALENVS_IN_PROJECT=true UV_LINK_MODE=copy\n")
                + (whole
                        ? Layers.code()
                        : Layers.manifests(
                                "*requirements*.tx[t] pyproject.tom[l] poetry.loc[k] uv.loc[k] Pipfil[e] Pipfile.loc[k]",
                                List.of()))
                + Layers.run("/cache/pip", "export XDG_CACHE_HOME=/cache/pip \\\n && " + install)
                + (whole ? "" : Layers.code())
                + "CMD [\".venv/bin/python\", \"-m\", \"pytest\"]\n";
    }

    private static String install(Project project, ProjectFiles files) {
        String own = project.commands().install();
        String line = own == null ? VENV : code(own);
        boolean tested = files.find(
                        files.named(
                                Pattern.compile(".*requirements.*\\.txt|pyproject\\.toml|Pipfile|setup\\.(?:py|cfg)")),
                        PYTEST,
                        "")
                .isPresent();
        return tested
                ? line
                : line + " \\\n && " + (project.tool().equals("uv") ? "python3 -m uv pip install " : PIP)
                        + USUAL_PYTEST;
    }

    /** The code comes in a later layer, so only what it depends on is installed before it. */
    private static String code(String install) {
        return install.replace("uv sync", "uv sync --no-install-project")
                .replace("poetry install", "poetry install --no-root");
    }
}
