package dev.holdfast.benchmarks.measure;

import java.util.List;

/** Everything that one run found out. */
public record Results(Surroundings surroundings, int rounds, List<GroupResult> groups) {
    /** The rows of one group, what was promised of them, and what to know about them. */
    public record GroupResult(
            String name, String title, List<Measured> rows, List<Goal.Judged> goals, List<String> notes) {}
}
