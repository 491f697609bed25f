package dev.holdfast.projects.reports;

import java.util.List;

/**
 * Counts of one or more reports.
 *
 * @param duration the sum of all tests' durations in milliseconds
 */
public record TestSummary(int tests, int passed, int failed, int skipped, int pending, int other, long duration) {
    static TestSummary of(List<TestCase> cases) {
        return new TestSummary(
                cases.size(),
                count(cases, TestStatus.PASSED),
                count(cases, TestStatus.FAILED),
                count(cases, TestStatus.SKIPPED),
                count(cases, TestStatus.PENDING),
                count(cases, TestStatus.OTHER),
                cases.stream().mapToLong(TestCase::duration).sum());
    }

    private static int count(List<TestCase> cases, TestStatus status) {
        return (int) cases.stream().filter(test -> test.status() == status).count();
    }
}
