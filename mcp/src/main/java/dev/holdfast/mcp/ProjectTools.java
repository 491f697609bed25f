package dev.holdfast.mcp;

import dev.holdfast.client.Holdfast;
import dev.holdfast.client.Projects;
import dev.holdfast.client.Task;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.CodeFindings;
import dev.holdfast.contract.rest.DetectedProjects;
import dev.holdfast.contract.rest.ProjectRequest;
import dev.holdfast.contract.rest.TestResults;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Code: what it is, what is dangerous in it, whether its tests pass. */
final class ProjectTools {
    private static final int MOST_LISTED = 50;
    private static final int MOST_CHARACTERS = 500;
    private static final int USUAL_WAIT = 20;
    private static final List<String> GRAVEST_FIRST = List.of("CRITICAL", "ERROR", "WARNING", "INFO");

    private ProjectTools() {}

    static Answer detect(Holdfast holdfast, Arguments given) {
        DetectedProjects found = holdfast.projects().detect(files(given));
        Answer answer = new Answer()
                .untrusted(
                        "projects",
                        found.projects().stream()
                                .limit(MOST_LISTED)
                                .map(ProjectTools::facts)
                                .toList());
        return found.projects().isEmpty()
                ? answer.put("looked_for", found.lookedFor())
                : answer.next("project_run(files=…) tests one of them in a sandbox");
    }

    private static Map<String, Object> facts(DetectedProjects.Project project) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("path", project.path());
        facts.put("ecosystem", project.ecosystem());
        facts.put("tool", project.tool());
        put(facts, "version", project.version());
        facts.put("image", project.image());
        put(facts, "install", project.install());
        put(facts, "build", project.build());
        put(facts, "test", project.test());
        put(facts, "lint", project.lint());
        facts.put("evidence", project.evidence());
        return facts;
    }

    static Answer validate(Holdfast holdfast, Arguments given) {
        CodeFindings found = holdfast.projects().validate(files(given), given.text("severity"));
        return new Answer()
                .put("blocked", found.blocked())
                .put("count", found.findings().size())
                .put("suppressed", found.suppressed())
                .untrusted(
                        "findings",
                        found.findings().stream()
                                .sorted(Comparator.comparingInt(finding -> GRAVEST_FIRST.indexOf(finding.severity())))
                                .limit(MOST_LISTED)
                                .toList());
    }

    static Answer run(Holdfast holdfast, Arguments given) {
        String project = given.text("project");
        String network = given.text("network");
        String own = given.text("task_id");
        ProjectRequest request = new ProjectRequest(
                files(given),
                given.text("path"),
                project == null ? null : new ProjectId(project),
                given.text("image"),
                null,
                network == null ? null : Network.fromJson(network),
                own == null ? null : new TaskId(own));
        Projects projects = holdfast.projects();
        boolean build = "build".equals(given.text("goal"));
        Task task = build ? projects.build(request) : projects.test(request);
        Answer answer = TaskTools.describe(task.awaitResult(given.patience(USUAL_WAIT)));
        return build ? answer : answer.next("test_results(task_id=\"" + task.id() + "\") says which tests failed");
    }

    static Answer results(Holdfast holdfast, Arguments given) {
        TaskId id = given.taskId();
        TestResults found = holdfast.task(id).tests();
        Answer answer = new Answer()
                .put("task_id", id.value())
                .put("tests", found.tests())
                .put("passed", found.passed())
                .put("failed", found.failed())
                .put("skipped", found.skipped())
                .untrusted(
                        "failures",
                        found.failures().stream()
                                .limit(MOST_LISTED)
                                .map(ProjectTools::facts)
                                .toList());
        if (!found.problems().isEmpty()) {
            answer.untrusted("problems", found.problems());
        }
        return found.reports().isEmpty()
                ? answer.next("task_logs(task_id=\"" + id + "\") has the output; there is no test report")
                : answer;
    }

    private static Map<String, Object> facts(TestResults.Failure failure) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("name", failure.name());
        put(facts, "message", shortened(failure.message()));
        put(facts, "location", failure.location());
        return facts;
    }

    private static @Nullable String shortened(@Nullable String text) {
        return text == null || text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
    }

    private static void put(Map<String, Object> facts, String name, @Nullable Object value) {
        if (value != null) {
            facts.put(name, value);
        }
    }

    private static List<InputFile> files(Arguments given) {
        return given.objects("files").stream().map(TaskArguments::file).toList();
    }
}
