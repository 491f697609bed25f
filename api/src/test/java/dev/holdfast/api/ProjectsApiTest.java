package dev.holdfast.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.api.fakes.RunningApi;
import dev.holdfast.client.HoldfastException;
import dev.holdfast.client.Projects;
import dev.holdfast.client.Task;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Severity;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.ValidationSpec;
import dev.holdfast.contract.rest.CodeFindings;
import dev.holdfast.contract.rest.DetectedProjects;
import dev.holdfast.contract.rest.ProjectRequest;
import dev.holdfast.contract.rest.TestResults;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Code that callers send: what it is, what is dangerous in it, the task that tests it. */
class ProjectsApiTest {
    private static final InputFile MANIFEST =
            InputFile.text("package.json", "{\"name\":\"x\",\"scripts\":{\"test\":\"node --test\",\"build\":\"tsc\"}}");

    @RegisterExtension
    static final RunningApi api = new RunningApi();

    @Test
    void filesAreRecognisedWithTheEvidence() {
        DetectedProjects found = projects().detect(List.of(MANIFEST, InputFile.text("tools/go.mod", "module x\n")));

        assertThat(found.projects())
                .extracting(DetectedProjects.Project::path, DetectedProjects.Project::ecosystem)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(".", "node"),
                        org.assertj.core.groups.Tuple.tuple("tools", "go"));
        assertThat(found.projects().get(0).evidence()).anyMatch(line -> line.startsWith("package.json"));
        assertThat(found.projects().get(0).test()).isNotBlank();
    }

    @Test
    void aDirectoryComesAsAnUploadedArchiveAndItsLinksLeadNowhere(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("pyproject.toml"), "[project]\nname='x'\nversion='1'\n");
        Files.createSymbolicLink(directory.resolve("package.json"), Path.of("/etc/passwd"));
        String hash = api.sdk().uploadDirectory(directory).sha256();

        DetectedProjects found = projects().detect(List.of(InputFile.upload(".", hash, true)));

        assertThat(found.projects())
                .extracting(DetectedProjects.Project::ecosystem)
                .containsExactly("python");
    }

    @Test
    void dangerousCallsAreFoundAndTheContractHasItsSay() {
        InputFile code = InputFile.text("run.py", "import os\nos.system('ls ' + name)\n");
        InputFile contract = InputFile.text(
                ".holdfast.yml",
                "version: 1\nvalidation:\n  suppressions:\n    - rule: RULE\n      reason: known\n"
                        .replace(
                                "RULE",
                                projects()
                                        .validate(List.of(code), "info")
                                        .findings()
                                        .get(0)
                                        .rule()));

        CodeFindings strict = projects().validate(List.of(code), "info");
        CodeFindings known = projects().validate(List.of(code, contract), "info");

        assertThat(strict.blocked()).isTrue();
        assertThat(strict.findings()).anySatisfy(finding -> {
            assertThat(finding.file()).isEqualTo("run.py");
            assertThat(finding.line()).isEqualTo(2);
            assertThat(finding.remedy()).isNotBlank();
        });
        assertThat(known.suppressed()).isPositive();
    }

    @Test
    void testingStartsTheTaskThatDetectionPlanned() {
        Task task = projects()
                .test(new ProjectRequest(
                        List.of(MANIFEST), null, new ProjectId("web"), null, null, null, new TaskId("tested")));
        Task again = projects()
                .test(new ProjectRequest(
                        List.of(MANIFEST), null, new ProjectId("web"), null, null, null, new TaskId("tested")));

        TaskSpec spec = api.engine.request(task.id()).orElseThrow().spec();
        assertThat(again.id()).isEqualTo(task.id());
        assertThat(spec.project()).isEqualTo(new ProjectId("web"));
        assertThat(spec.files()).containsExactly(MANIFEST);
        assertThat(spec.steps()).isNotEmpty();
        assertThat(spec.labels()).containsEntry("holdfast/goal", "test");
        assertThat(api.engine.request(
                        projects().build(ProjectRequest.of(List.of(MANIFEST))).id()))
                .hasValueSatisfying(built -> assertThat(built.spec().labels()).containsEntry("holdfast/goal", "build"));
    }

    @Test
    void whatCannotBeRunIsRefusedInWords() {
        InputFile readme = InputFile.text("README.md", "nothing");
        InputFile wrong = InputFile.text(".holdfast.yml", "version: 1\nimages: x\n");

        assertThatThrownBy(() -> projects().test(ProjectRequest.of(List.of(readme))))
                .isInstanceOf(HoldfastException.Invalid.class)
                .hasMessageContaining("package.json");
        assertThatThrownBy(() -> projects().detect(List.of(MANIFEST, wrong)))
                .isInstanceOf(HoldfastException.Invalid.class)
                .hasMessageContaining(".holdfast.yml:2:1");
    }

    @Test
    void whatTheContractWantsLookedAtGoesWithTheTask() {
        InputFile strict =
                InputFile.text(".holdfast.yml", "version: 1\nvalidation:\n  policy: block\n  severity: info\n");

        Task task = projects().test(ProjectRequest.of(List.of(MANIFEST, strict)));

        assertThat(api.engine.request(task.id()).orElseThrow().spec().validation())
                .isEqualTo(new ValidationSpec(ValidationSpec.Policy.BLOCK, Severity.INFO, List.of()));
    }

    @Test
    void whatTestsSaidIsReadFromTheirReports() {
        TaskId id = new TaskId("reported");
        api.post("/v1/tasks", "{\"taskId\":\"reported\",\"steps\":[{\"command\":\"make test\"}]}");
        String junit = "<testsuite name='s' tests='2'><testcase name='good' classname='a'/>"
                + "<testcase name='bad' classname='a' file='a_test.py' line='7'><failure message='1 is not 2'/></testcase>"
                + "</testsuite>";
        var blob = api.storage.blobs().put(junit.getBytes(StandardCharsets.UTF_8));
        api.worker(id).exits(1);
        api.history.recordArtifacts(
                id,
                List.of(new Artifact(
                        ".artifacts/junit.xml",
                        Artifact.Status.COMPLETE,
                        blob.size(),
                        blob.sha256(),
                        null,
                        null,
                        null)));

        TestResults results = api.sdk().task(id).tests();

        assertThat(results.tests()).isEqualTo(2);
        assertThat(results.failed()).isEqualTo(1);
        assertThat(results.failures().get(0).name()).contains("bad");
        assertThat(results.failures().get(0).message()).contains("1 is not 2");
        assertThat(results.reports()).containsExactly(".artifacts/junit.xml");
        assertThat(api.get("/v1/tasks/nowhere/tests").statusCode()).isEqualTo(404);
    }

    @Test
    void theImagesOfEcosystemsAreListed() {
        assertThat(projects().images())
                .anySatisfy(image -> assertThat(image.ecosystem()).isEqualTo("python"));
    }

    private static Projects projects() {
        return api.sdk().projects();
    }
}
