package dev.holdfast.projects.run;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.LimitsBuilder;
import dev.holdfast.projects.detect.Ecosystem;
import java.util.Map;

/** Python; what it compiles on the way is thrown away with the workspace. */
final class PythonRunner implements Runner {
    @Override
    public Ecosystem ecosystem() {
        return Ecosystem.PYTHON;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of(
                "CI", "true",
                "PYTHONDONTWRITEBYTECODE", "1",
                "PYTHONUNBUFFERED", "1",
                "POETRY_VIRTUALENVS_IN_PROJECT", "true",
                "PIPENV_VENV_IN_PROJECT", "1",
                // The cache is another file system: nothing can be linked from it.
                "UV_LINK_MODE", "copy");
    }

    @Override
    public Limits limits() {
        return LimitsBuilder.builder()
                .cpus(2.0)
                .memory(DataSize.ofGibibytes(2))
                .pids(200)
                .build();
    }
}
