package dev.holdfast.projects.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.contract.Cache;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.projects.detect.Detector;
import dev.holdfast.projects.detect.Ecosystem;
import dev.holdfast.projects.detect.Project;
import dev.holdfast.projects.repo.ContractException;
import dev.holdfast.projects.repo.ContractReader;
import dev.holdfast.projects.repo.RepoContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunPlannerTest {
    private final RunPlanner planner = new RunPlanner(ProjectId.DEFAULT, Executor.AUTO, null);

    @TempDir
    Path directory;

    private Project project(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        return Detector.standard().detect(directory).projects().get(0);
    }

    @Test
    void whatWasDetectedBecomesSteps() throws Exception {
        RunPlan plan = planner.plan(project("requirements.txt", "requests"), RepoContract.EMPTY, Goal.TEST);
        assertThat(plan.spec().steps()).extracting(StepSpec::name).containsExactly("setup", "test");
        assertThat(plan.spec().network()).isEqualTo(Network.BRIDGE);
        assertThat(plan.spec().storage().caches()).containsExactly(Cache.PIP);
        assertThat(plan.reports()).containsExactly(".artifacts/reports/pytest.xml");
        assertThat(plan.directory()).isEqualTo("/workspace");
    }

    @Test
    void theContractWins() throws Exception {
        RepoContract contract = contract("""
                image: acme/dev:1
                commands: {setup: "true", test: ./t.sh}
                env: {CI: "false"}
                caches: []
                reports: ["out/*.tap"]
                network: none
                limits: {memory: 1g, timeout: 1m}
                """);
        RunPlan plan = planner.plan(project("requirements.txt", ""), contract, Goal.TEST);
        assertThat(plan.spec().image()).isEqualTo("acme/dev:1");
        assertThat(plan.spec().steps())
                .extracting(step -> step.command().toString())
                .containsExactly("true", "./t.sh");
        assertThat(plan.spec().env()).containsEntry("CI", "false");
        assertThat(plan.spec().storage().caches()).isEmpty();
        assertThat(plan.spec().network()).isEqualTo(Network.NONE);
        assertThat(plan.spec().artifacts().include()).contains("out/*.tap");
        assertThat(plan.spec().steps().get(1).timeout()).isEqualTo(java.time.Duration.ofMinutes(1));
    }

    @Test
    void commandsOfTheContractsOwnRunAfterItsSetup() throws Exception {
        Project project = project("requirements.txt", "");
        RepoContract contract = contract("commands: {setup: make env, docs: make docs}");

        assertThat(lines(planner.plan(project, contract, new Goal("docs")))).containsExactly("make env", "make docs");
        assertThat(lines(planner.plan(project, contract, new Goal("setup")))).containsExactly("make env");
        assertThat(lines(planner.plan(project, contract, new Goal("lint"))))
                .last()
                .isEqualTo(project.commands().lint());
        assertThatThrownBy(() -> planner.plan(project, contract, new Goal("release")))
                .isInstanceOf(NothingToDoException.class)
                .hasMessageContaining("has no command 'release': give commands.release in .holdfast.yml");
    }

    private static List<String> lines(RunPlan plan) {
        return plan.spec().steps().stream()
                .map(step -> step.command().toString())
                .toList();
    }

    @Test
    void aProjectFurtherInRunsThere() throws Exception {
        RunPlan plan = planner.plan(project("services/api/go.mod", "module a"), RepoContract.EMPTY, Goal.TEST);
        assertThat(plan.spec().steps().get(0).cwd()).isEqualTo("services/api");
        assertThat(plan.reports()).containsExactly("services/api/.artifacts/reports/go-test.json");
        assertThat(plan.directory()).isEqualTo("/workspace/services/api");
    }

    @Test
    void aProjectWithNothingToTestSaysWhatToAdd() throws IOException {
        Project project = project("Makefile", "all:\n\ttrue\n");
        assertThatThrownBy(() -> planner.plan(project, RepoContract.EMPTY, Goal.TEST))
                .isInstanceOf(NothingToDoException.class)
                .hasMessageContaining("commands.test in .holdfast.yml");
    }

    @ParameterizedTest
    @EnumSource(Ecosystem.class)
    void everyEcosystemHasItsRunner(Ecosystem ecosystem) {
        assertThat(Runners.of(ecosystem).environment()).containsEntry("CI", "true");
        assertThat(Runners.of(ecosystem).limits().memory()).isNotNull();
    }

    @Test
    void reportsAreToldByTheirPlace() {
        ReportPlaces places = new ReportPlaces(java.util.List.of("**/target/surefire-reports/TEST-*.xml"));
        assertThat(places.has("target/surefire-reports/TEST-a.xml")).isTrue();
        assertThat(places.has("a/b/target/surefire-reports/TEST-a.xml")).isTrue();
        assertThat(places.has("target/surefire-reports/a.txt")).isFalse();
    }

    private static RepoContract contract(String yaml) throws ContractException {
        return ContractReader.parse(".holdfast.yml", yaml);
    }
}
