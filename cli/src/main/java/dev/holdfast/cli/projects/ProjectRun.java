package dev.holdfast.cli.projects;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Screen;
import dev.holdfast.cli.output.StatusLine;
import dev.holdfast.cli.tasks.CancelOnInterrupt;
import dev.holdfast.cli.tasks.Connection;
import dev.holdfast.cli.tasks.Ending;
import dev.holdfast.cli.tasks.Failures;
import dev.holdfast.cli.tasks.Interrupts;
import dev.holdfast.cli.tasks.RunView;
import dev.holdfast.client.Holdfast;
import dev.holdfast.client.Task;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskIds;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.projects.detect.Project;
import dev.holdfast.projects.detect.SourceTree;
import dev.holdfast.projects.reports.ReportFile;
import dev.holdfast.projects.reports.TestReport;
import dev.holdfast.projects.reports.TestReports;
import dev.holdfast.projects.run.Goal;
import dev.holdfast.projects.run.NothingToDoException;
import dev.holdfast.projects.run.ReportPlaces;
import dev.holdfast.projects.run.RunPlan;
import dev.holdfast.projects.run.RunPlanner;
import dev.holdfast.projects.run.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Does something with the projects of a directory, one task each. */
final class ProjectRun {
    private final RunOptions options;
    private final Path directory;
    private final Goal goal;

    ProjectRun(RunOptions options, Path directory, Goal goal) {
        this.options = options;
        this.directory = directory;
        this.goal = goal;
    }

    int run() {
        Repository repository = Repository.at(directory);
        List<RunPlan> plans = plans(repository);
        CodePolicy.check(repository);
        Instant start = Instant.now();
        List<RunSummary> summaries = new ArrayList<>();
        List<TestReport> reports = new ArrayList<>();
        int exitCode = ExitCodes.OK;
        try (StatusLine status = StatusLine.onStderr(options.quiet, true)) {
            Holdfast holdfast = Connection.started(status::pass);
            InputFile files = Failures.explained(() -> brought(holdfast, repository, status));
            for (RunPlan plan : plans) {
                One one = Failures.explained(() -> one(holdfast, plan, files, status));
                summaries.add(one.summary());
                reports.add(one.report());
                exitCode = worse(exitCode, one.exitCode());
            }
        }
        new RunOutput(options).show(summaries, reports, start);
        return exitCode;
    }

    private List<RunPlan> plans(Repository repository) {
        RunPlanner planner = options.planner(directory);
        List<RunPlan> plans = new ArrayList<>();
        List<String> without = new ArrayList<>();
        for (Project project : repository.projects(options.only)) {
            try {
                plans.add(planner.plan(project, repository.contractFor(project, options.image), goal));
            } catch (NothingToDoException nothing) {
                without.add(String.valueOf(nothing.getMessage()));
            }
        }
        if (plans.isEmpty()) {
            throw new CommandFailure(ExitCodes.USAGE, String.join("\n", without));
        }
        return plans;
    }

    private static InputFile brought(Holdfast holdfast, Repository repository, StatusLine status) {
        List<String> files = SourceTree.files(repository.directory());
        status.waitingFor("uploading " + files.size() + " files");
        try {
            return InputFile.upload(
                    ".", holdfast.uploadFiles(repository.directory(), files).sha256(), true);
        } catch (IOException unreadable) {
            throw new CommandFailure("a file cannot be read: " + unreadable.getMessage());
        }
    }

    /** What one task gave. */
    private record One(RunSummary summary, TestReport report, int exitCode) {}

    private One one(Holdfast holdfast, RunPlan plan, InputFile files, StatusLine status) {
        TaskId id = TaskIds.next(Clock.systemUTC());
        CancelOnInterrupt interrupt = new CancelOnInterrupt(holdfast.task(id), status);
        Interrupts.handle(interrupt);
        Task task = holdfast.submit(id, plan.spec().withFiles(List.of(files)));
        interrupt.taskIsAccepted();
        boolean silent = options.quiet || options.format == Format.JSON;
        TaskResult result = task.follow(new RunView(status, silent ? null : Screen.of(System.err, System.err, false)));
        status.rest();
        int exitCode = Ending.exitCode(result);
        if (result.errorCode() != null || exitCode >= ExitCodes.TIMED_OUT) {
            status.say(Ending.sentence(result));
        }
        TestReport report = goal.equals(Goal.TEST)
                ? report(task, plan)
                : TestReports.ranIn("/").read(List.of());
        RunSummary summary = RunSummary.of(
                plan.path(),
                plan.spec().labels().getOrDefault(RunPlanner.ECOSYSTEM, ""),
                id.value(),
                exitCode,
                result.durationMs() == null ? 0 : result.durationMs(),
                report);
        return new One(summary, report, exitCode == ExitCodes.OK && !summary.passed() ? 1 : exitCode);
    }

    private static TestReport report(Task task, RunPlan plan) {
        ReportPlaces places = new ReportPlaces(plan.reports());
        List<ReportFile> files = task.artifacts().stream()
                .filter(artifact -> artifact.status() == Artifact.Status.COMPLETE && places.has(artifact.path()))
                .map(artifact -> new ReportFile(artifact.path(), () -> task.artifact(artifact.path())))
                .toList();
        return TestReports.ranIn(plan.directory()).read(files);
    }

    /** Of several projects the first failure counts, but what the platform could not do counts more. */
    private static int worse(int before, int now) {
        return before == ExitCodes.OK || (now >= ExitCodes.TIMED_OUT && before < ExitCodes.TIMED_OUT) ? now : before;
    }
}
