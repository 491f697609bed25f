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

/** Python, with whichever tool keeps its dependencies. */
final class PythonDetector implements ProjectDetector {
    private static final Pattern REQUIRES = Pattern.compile("(?m)^\\s*requires-python\\s*=\\s*[\"']([^\"']+)[\"']");
    private static final Pattern POETRY_PYTHON = Pattern.compile("(?m)^\\s*python\\s*=\\s*[\"']([^\"']+)[\"']");
    private static final Pattern PIPFILE_PYTHON =
            Pattern.compile("(?m)^\\s*python_version\\s*=\\s*[\"']([^\"']+)[\"']");
    private static final Pattern VERSION_FILE = Pattern.compile("^\\s*([\\w.]+)");
    private static final Pattern POETRY = Pattern.compile("(?m)^\\[tool\\.poetry");
    private static final Pattern UV = Pattern.compile("(?m)^\\[tool\\.uv\\b");
    private static final Pattern BUILD_SYSTEM = Pattern.compile("(?m)^\\[(?:project|build-system)\\]");
    private static final Pattern TEST_EXTRA = Pattern.compile("(?m)^\\s*(test|tests|dev)\\s*=\\s*\\[");
    private static final Pattern SETTING_RUFF = Pattern.compile("(?m)^\\[tool\\.ruff");

    private static final String PYTHON = ".venv/bin/python";
    /** The image's own packages are seen too, so that its test tools need not be brought again. */
    private static final String VENV = "python3 -m venv --system-site-packages .venv && " + PYTHON
            + " -m pip install --disable-pip-version-check ";

    /** Whoever needs another tool than pip needs it in a version of its own time, so the image has none of them. */
    private static final String BROUGHT =
            "python3 -m pip install --quiet --user --break-system-packages --disable-pip-version-check ";

    @Override
    public List<String> looksFor() {
        return List.of(
                "pyproject.toml", "requirements.txt", "Pipfile", "setup.py", "setup.cfg", "poetry.lock", "uv.lock");
    }

    @Override
    public Optional<Found> detect(SourceDirectory directory) {
        Optional<String> marker =
                directory.firstOf("pyproject.toml", "requirements.txt", "Pipfile", "setup.py", "setup.cfg");
        if (marker.isEmpty()) {
            return Optional.empty();
        }
        SourceText manifest = directory.text("pyproject.toml");
        String tool = tool(directory, manifest);
        ProjectBuilder project = new ProjectBuilder(directory, Ecosystem.PYTHON, tool)
                .evidence(marker.get(), "a Python project")
                .cache(Cache.PIP)
                .version(manifest.find(REQUIRES, "asks for Python {}"))
                .version(tool.equals("poetry") ? manifest.find(POETRY_PYTHON, "asks for Python {}") : Optional.empty())
                .version(directory.text("Pipfile").find(PIPFILE_PYTHON, "asks for Python {}"))
                .version(directory.text(".python-version").find(VERSION_FILE, "asks for Python {}"));
        directory
                .firstOf("uv.lock", "poetry.lock", "Pipfile.lock")
                .ifPresent(file -> project.evidence(file, "the lockfile of " + tool));
        String install = install(directory, manifest, tool);
        project.install(install)
                .build(manifest.contains(BUILD_SYSTEM) ? "python3 -m compileall -q ." : null)
                .test(
                        "mkdir -p " + ProjectBuilder.REPORTS + " && " + runner(tool, install) + "pytest --junitxml="
                                + ProjectBuilder.REPORTS + "/pytest.xml",
                        ProjectBuilder.REPORTS + "/pytest.xml")
                .lint(
                        manifest.contains(SETTING_RUFF) || directory.has("ruff.toml")
                                ? BROUGHT + "ruff==0.17.4 && python3 -m ruff check ."
                                : "python3 -m flake8 --exclude .venv,.local");
        return project.found(false);
    }

    private static String tool(SourceDirectory directory, SourceText manifest) {
        if (directory.has("uv.lock") || manifest.contains(UV)) {
            return "uv";
        }
        if (directory.has("poetry.lock") || manifest.contains(POETRY)) {
            return "poetry";
        }
        return directory.has("Pipfile") ? "pipenv" : "pip";
    }

    private static @Nullable String install(SourceDirectory directory, SourceText manifest, String tool) {
        return switch (tool) {
            case "uv" ->
                BROUGHT + "uv==0.13.7 && python3 -m uv sync --all-extras"
                        + (directory.has("uv.lock") ? " --frozen" : "");
            case "poetry" -> BROUGHT + "poetry==2.5.1 && python3 -m poetry install --no-interaction --all-extras";
            case "pipenv" ->
                BROUGHT + "pipenv==2026.10.3 && python3 -m pipenv "
                        + (directory.has("Pipfile.lock") ? "sync" : "install") + " --dev";
            default -> pip(directory, manifest);
        };
    }

    private static @Nullable String pip(SourceDirectory directory, SourceText manifest) {
        StringBuilder wanted = new StringBuilder();
        for (String file :
                List.of("requirements.txt", "requirements-dev.txt", "dev-requirements.txt", "test-requirements.txt")) {
            if (directory.has(file)) {
                wanted.append("--requirement ").append(file).append(' ');
            }
        }
        if (manifest.contains(BUILD_SYSTEM) || directory.has("setup.py")) {
            String extra = manifest.find(TEST_EXTRA, "")
                    .map(found -> "[" + found.value() + "]")
                    .orElse("");
            wanted.append("--editable '.").append(extra).append("'");
        }
        return wanted.isEmpty() ? null : VENV + wanted.toString().strip();
    }

    /** By which program the project's own Python is started. */
    private static String runner(String tool, @Nullable String install) {
        return switch (tool) {
            case "uv", "poetry", "pipenv" -> "python3 -m " + tool + " run ";
            default -> (install == null ? "python3" : PYTHON) + " -m ";
        };
    }
}
