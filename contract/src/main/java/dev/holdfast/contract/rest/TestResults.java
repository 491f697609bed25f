package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the test reports among a task's artifacts say, whatever tool wrote them.
 *
 * @param tests how many; none when there is no report
 * @param failures at most 1000
 * @param reports the artifacts that were read
 * @param problems reports that could not be read, or only in part
 */
public record TestResults(
        int tests,
        int passed,
        int failed,
        int skipped,
        long durationMs,
        List<Failure> failures,
        List<String> reports,
        List<String> problems) {
    /**
     * @param location file and line, as far as they are known
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Failure(
            String name, @Nullable String message, @Nullable String location) {}
}
