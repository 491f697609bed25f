package dev.holdfast.activities.diff;

import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.activities.history.TaskHistory;
import dev.holdfast.activities.reports.TaskTests;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.TaskDiff;
import dev.holdfast.contract.rest.TestDiff;
import dev.holdfast.projects.reports.TestReport;
import dev.holdfast.projects.reports.TestSummary;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compares two tasks by what remains of them. */
public final class TaskComparison {
    private static final TestReport NO_TESTS =
            new TestReport(List.of(), new TestSummary(0, 0, 0, 0, 0, 0, 0), List.of(), List.of());

    private final TaskHistory tasks;
    private final ArtifactComparison artifacts;
    private final TaskTests tests;
    private final OutputComparison output;

    public TaskComparison(HistoryDatabase history, BlobStore blobs) {
        this.tasks = history.tasks();
        LogStore logs = history.logs();
        this.artifacts = new ArtifactComparison(tasks, blobs);
        this.tests = new TaskTests(blobs);
        this.output = new OutputComparison(logs);
    }

    /** Empty when one of them is not there. */
    public Optional<TaskDiff> compare(TaskId base, TaskId other) {
        Optional<TaskResult> baseResult = tasks.find(base);
        Optional<TaskResult> otherResult = tasks.find(other);
        Optional<TaskSpec> baseSpec = tasks.findSpec(base);
        Optional<TaskSpec> otherSpec = tasks.findSpec(other);
        if (baseResult.isEmpty() || otherResult.isEmpty() || baseSpec.isEmpty() || otherSpec.isEmpty()) {
            return Optional.empty();
        }
        List<TaskDiff.Field> fields =
                FieldComparison.of(baseSpec.get(), baseResult.get(), otherSpec.get(), otherResult.get());
        Map<String, Artifact> before = artifacts.of(base);
        Map<String, Artifact> after = artifacts.of(other);
        Optional<TaskTests.Found> testsBefore = tests.in(before.values());
        Optional<TaskTests.Found> testsAfter = tests.in(after.values());
        TestDiff tested = testsBefore.isEmpty() && testsAfter.isEmpty()
                ? null
                : TestComparison.of(report(testsBefore), report(testsAfter), sameInputs(fields));
        Set<String> reports = new HashSet<>(paths(testsBefore));
        reports.retainAll(paths(testsAfter));
        List<TaskDiff.File> files = artifacts.compare(before, after, reports);
        List<TaskDiff.Output> written = output.compare(base, other);
        boolean same = fields.isEmpty() && files.isEmpty() && written.isEmpty() && (tested == null || tested.same());
        return Optional.of(new TaskDiff(
                base,
                other,
                same,
                fields,
                files,
                tested,
                written,
                Measurements.of(baseResult.get(), otherResult.get())));
    }

    private static TestReport report(Optional<TaskTests.Found> found) {
        return found.map(TaskTests.Found::report).orElse(NO_TESTS);
    }

    private static Set<String> paths(Optional<TaskTests.Found> found) {
        return found.map(TaskTests.Found::paths).orElse(Set.of());
    }

    private static boolean sameInputs(List<TaskDiff.Field> fields) {
        return fields.stream()
                .noneMatch(field ->
                        field.name().startsWith("spec.") || field.name().startsWith("image"));
    }
}
