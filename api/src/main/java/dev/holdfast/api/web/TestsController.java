package dev.holdfast.api.web;

import dev.holdfast.activities.artifacts.ArtifactStorage;
import dev.holdfast.activities.reports.TaskTests;
import dev.holdfast.api.tasks.Tasks;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.TestResults;
import dev.holdfast.projects.reports.TestReport;
import dev.holdfast.projects.reports.TestStatus;
import dev.holdfast.projects.reports.TestSummary;
import io.swagger.v3.oas.annotations.Operation;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** What tests said. */
@RestController
class TestsController {
    private static final int MOST_FAILURES = 1000;
    /** As many as reports are looked for among. */
    private static final int MOST_ARTIFACTS = 10_000;

    private final Tasks tasks;
    private final TaskTests tests;

    TestsController(Tasks tasks, ArtifactStorage storage) {
        this.tasks = tasks;
        this.tests = new TaskTests(storage.blobs());
    }

    @Operation(
            operationId = "testResults",
            summary = "What the test reports among a task's artifacts say, whatever tool wrote them")
    @GetMapping(path = "/v1/tasks/{id}/tests", produces = MediaType.APPLICATION_JSON_VALUE)
    TestResults look(@PathVariable String id) {
        TaskId taskId = Parameters.taskId(id);
        return tests.in(tasks.artifacts(taskId, null, MOST_ARTIFACTS))
                .map(found ->
                        results(found.report(), found.paths().stream().sorted().toList()))
                .orElseGet(() -> new TestResults(0, 0, 0, 0, 0, List.of(), List.of(), List.of()));
    }

    private static TestResults results(TestReport report, List<String> paths) {
        TestSummary counts = report.summary();
        return new TestResults(
                counts.tests(),
                counts.passed(),
                counts.failed(),
                counts.skipped(),
                counts.duration(),
                report.tests().stream()
                        .filter(test -> test.status() == TestStatus.FAILED)
                        .limit(MOST_FAILURES)
                        .map(test -> new TestResults.Failure(test.fullName(), test.message(), test.location()))
                        .toList(),
                paths,
                report.findings().stream()
                        .map(finding -> finding.path() + " " + finding.problem())
                        .toList());
    }
}
