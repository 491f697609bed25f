package dev.holdfast.activities.diff;

import dev.holdfast.contract.rest.TestDiff;
import dev.holdfast.projects.reports.TestCase;
import dev.holdfast.projects.reports.TestReport;
import dev.holdfast.projects.reports.TestStatus;
import dev.holdfast.projects.reports.TestSummary;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the tests of two tasks said. */
final class TestComparison {
    private static final int MOST_NAMED = 1_000;

    private final Map<String, Test> before;
    private final Map<String, Test> after;
    private final boolean sameInputs;
    private final List<TestDiff.Test> newlyFailing = new ArrayList<>();
    private final List<TestDiff.Test> fixed = new ArrayList<>();
    private final List<TestDiff.Test> flaky = new ArrayList<>();
    private final List<String> added = new ArrayList<>();
    private final List<String> removed = new ArrayList<>();

    private TestComparison(Map<String, Test> before, Map<String, Test> after, boolean sameInputs) {
        this.before = before;
        this.after = after;
        this.sameInputs = sameInputs;
    }

    /** A test by its name: a tool that tries it again reports it again. */
    private record Test(
            Set<TestStatus> seen,
            @Nullable String message,
            @Nullable String location) {
        boolean failed() {
            return seen.contains(TestStatus.FAILED) && !seen.contains(TestStatus.PASSED);
        }

        boolean passed() {
            return seen.contains(TestStatus.PASSED) && !seen.contains(TestStatus.FAILED);
        }

        boolean both() {
            return seen.contains(TestStatus.PASSED) && seen.contains(TestStatus.FAILED);
        }

        String status() {
            return both() ? "both" : seen.iterator().next().json();
        }
    }

    /**
     * @param sameInputs both ran the same commands on the same files in the same image: who ended otherwise is flaky
     */
    static TestDiff of(TestReport base, TestReport other, boolean sameInputs) {
        TestComparison comparison = new TestComparison(byName(base), byName(other), sameInputs);
        Set<String> names = new TreeSet<>(comparison.before.keySet());
        names.addAll(comparison.after.keySet());
        names.forEach(comparison::compare);
        return new TestDiff(
                counts(base.summary()),
                counts(other.summary()),
                bounded(comparison.newlyFailing),
                bounded(comparison.fixed),
                bounded(comparison.flaky),
                bounded(comparison.added),
                bounded(comparison.removed));
    }

    private void compare(String name) {
        Test one = before.get(name);
        Test two = after.get(name);
        if (one == null) {
            added.add(name);
        } else if (two == null) {
            removed.add(name);
        }
        if (isFlaky(one, two)) {
            flaky.add(test(name, one, two));
        } else if (two != null && two.failed() && (one == null || !one.failed())) {
            newlyFailing.add(test(name, one, two));
        } else if (one != null && one.failed() && two != null && two.passed()) {
            fixed.add(test(name, one, two));
        }
    }

    private boolean isFlaky(@Nullable Test one, @Nullable Test two) {
        boolean within = (one != null && one.both()) || (two != null && two.both());
        boolean between = sameInputs && one != null && two != null && one.failed() != two.failed();
        return within || between;
    }

    private static TestDiff.Test test(String name, @Nullable Test one, @Nullable Test two) {
        Test telling = two != null && two.message() != null ? two : one;
        return new TestDiff.Test(
                name,
                one == null ? null : one.status(),
                two == null ? null : two.status(),
                telling == null ? null : telling.message(),
                telling == null ? null : telling.location());
    }

    private static Map<String, Test> byName(TestReport report) {
        Map<String, Test> tests = new TreeMap<>();
        for (TestCase test : report.tests()) {
            tests.merge(
                    test.fullName(),
                    new Test(EnumSet.of(test.status()), test.message(), test.location()),
                    TestComparison::together);
        }
        return tests;
    }

    private static Test together(Test one, Test two) {
        Set<TestStatus> seen = EnumSet.copyOf(one.seen());
        seen.addAll(two.seen());
        Test telling = two.message() == null ? one : two;
        return new Test(seen, telling.message(), telling.location());
    }

    private static TestDiff.Counts counts(TestSummary summary) {
        return new TestDiff.Counts(summary.tests(), summary.passed(), summary.failed(), summary.skipped());
    }

    private static <T> List<T> bounded(List<T> all) {
        return List.copyOf(all.subList(0, Math.min(MOST_NAMED, all.size())));
    }
}
