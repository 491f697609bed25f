package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How the tests of two tasks differ, by the test reports among their artifacts. A test stands in at most one of the first
 * three lists; each list has the first thousand.
 *
 * @param newlyFailing failed, and did not before
 * @param fixed passed, and failed before
 * @param flaky both passed and failed within one of the tasks, or ended otherwise although both ran the same commands on
 *     the same files in the same image
 * @param added names of tests that only the later task has
 * @param removed names of tests that only the earlier task has
 */
public record TestDiff(
        Counts base,
        Counts other,
        List<Test> newlyFailing,
        List<Test> fixed,
        List<Test> flaky,
        List<String> added,
        List<String> removed) {

    /** Of one task. */
    public record Counts(int tests, int passed, int failed, int skipped) {}

    /**
     * @param base passed, failed, skipped, pending, other, or both; absent where there is no such test
     * @param message why it failed
     * @param location file and line
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Test(
            String name,
            @Nullable String base,
            @Nullable String other,
            @Nullable String message,
            @Nullable String location) {}

    /** Nothing but what is flaky in both in the same way. */
    @JsonIgnore
    public boolean same() {
        return newlyFailing.isEmpty()
                && fixed.isEmpty()
                && added.isEmpty()
                && removed.isEmpty()
                && flaky.stream().allMatch(test -> Objects.equals(test.base(), test.other()));
    }
}
