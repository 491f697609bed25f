package dev.holdfast.projects.run;

import dev.holdfast.contract.TaskSpec;
import java.util.List;

/**
 * One project's task, without its files.
 *
 * @param path of the project in the workspace; {@code .} for the workspace itself
 * @param reports globs relative to the workspace
 */
public record RunPlan(String path, TaskSpec spec, List<String> reports) {
    public RunPlan {
        reports = List.copyOf(reports);
    }

    /** Where the tests run, as their reports call it. */
    public String directory() {
        return path.equals(".") ? "/workspace" : "/workspace/" + path;
    }
}
