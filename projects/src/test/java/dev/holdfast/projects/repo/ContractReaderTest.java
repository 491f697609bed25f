package dev.holdfast.projects.repo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.holdfast.contract.Cache;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ValidationSpec;
import dev.holdfast.projects.detect.Detector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class ContractReaderTest {
    private static final String WHOLE = """
            version: 1
            image: acme/dev:1
            commands:
              setup: make deps
              test: make test
              docs: make docs
            env: {MODE: fast}
            services:
              database:
                env: {DATABASE_URL: "postgres://db/x"}
            caches: [pip, npm]
            artifacts: ["dist/**"]
            reports: ["out/*.xml"]
            limits: {cpus: 1.5, memory: 4g, pids: 300, timeout: 10m}
            network: bridge
            validation:
              policy: block
              severity: critical
              suppressions:
                - rule: py-eval
                  path: "tests/**"
                  reason: it is what is tested
            """;

    private static RepoContract parse(String text) throws ContractException {
        return ContractReader.parse(".holdfast.yml", text);
    }

    @Test
    void everythingIsRead() throws ContractException {
        RepoContract contract = parse(WHOLE);
        assertThat(contract.image()).isEqualTo("acme/dev:1");
        assertThat(contract.commands()).containsEntry("docs", "make docs").hasSize(3);
        assertThat(contract.env()).containsEntry("MODE", "fast").containsEntry("DATABASE_URL", "postgres://db/x");
        assertThat(contract.caches()).containsExactly(Cache.PIP, Cache.NPM);
        assertThat(contract.limits().memory()).isEqualTo(DataSize.ofGibibytes(4));
        assertThat(contract.timeout()).isEqualTo(Duration.ofMinutes(10));
        assertThat(contract.network()).isEqualTo(Network.BRIDGE);
        ValidationSpec validation = contract.validation();
        assertThat(validation).isNotNull();
        assertThat(validation.suppressions())
                .containsExactly(new ValidationSpec.Suppression("py-eval", "tests/**", "it is what is tested"));
    }

    static Stream<Arguments> problems() {
        return Stream.of(
                arguments("imag: x", "1:1", "'imag' is not known"),
                arguments("image: a\ndockerfile: b", "2:1", "either image or dockerfile"),
                arguments("limits:\n  memory: lots", "2:11", "limits.memory"),
                arguments("limits:\n  cpus: 0", "2:9", "limits.cpus"),
                arguments("limits:\n  cpus: many", "2:9", "is not a number"),
                arguments("limits:\n  pids: x", "2:9", "not a whole number"),
                arguments("caches: [pip, wat]", "1:15", "'wat' is not one of npm"),
                arguments("caches: pip", "1:9", "must be a list"),
                arguments("network: wifi", "1:10", "'wifi' is not one of none"),
                arguments("commands: [a]", "1:11", "must be a mapping"),
                arguments("commands:\n  test:", "2:8", "must be a text"),
                arguments("artifacts: ['../x']", "1:13", "leaves the workspace"),
                arguments("version: 2", "1:10", "is not one of 1"),
                arguments("validation:\n  policy: maybe", "2:11", "is not one of off, warn, block"),
                arguments("env: {A: 1, A: 2}", "1:13", "given twice"),
                arguments("a: b: c", "1:5", "is not valid YAML"),
                arguments("- a", "1:1", "the file must be a mapping"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void aProblemNamesFileLineAndColumn(String text, String place, String problem) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(ContractException.class)
                .hasMessageStartingWith(".holdfast.yml:" + place + ": ")
                .hasMessageContaining(problem);
    }

    @Test
    void allProblemsAreToldAtOnce() {
        assertThatThrownBy(() -> parse("network: wifi\nimag: x\nlimits: {memory: lots}\n"))
                .isInstanceOfSatisfying(
                        ContractException.class,
                        wrong -> assertThat(wrong.problems()).hasSize(3));
    }

    @Test
    void aliasesThatGrowAreRefused() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9) + "*a" + (i - 1)));
        }
        assertThatThrownBy(() -> parse(bomb.toString())).isInstanceOf(ContractException.class);
    }

    @Test
    void anEmptyFileSaysNothing() throws ContractException {
        assertThat(parse("# nothing\n")).isEqualTo(RepoContract.EMPTY);
    }

    @Test
    void whatInitWritesIsReadAgain(@TempDir Path directory) throws IOException, ContractException {
        Files.writeString(directory.resolve("go.mod"), "module a\n\ngo 1.24\n");
        var project = Detector.standard().detect(directory).projects().get(0);
        String written = ContractWriter.write(project);
        assertThat(ContractWriter.write(project)).isEqualTo(written);
        RepoContract contract = parse(written);
        assertThat(contract.image()).isEqualTo(project.image());
        assertThat(contract.commands())
                .containsEntry("test", String.valueOf(project.commands().test()));
        assertThat(contract.caches()).isEqualTo(project.caches());
    }

    @Test
    void theSchemaKnowsTheSameFields() throws IOException {
        JsonNode schema = ContractJson.STRICT.readTree(
                Files.readString(Path.of(System.getProperty("holdfast.root"), "docs", "holdfast-yml.schema.json")));
        assertThat(schema.path("properties").propertyNames())
                .containsExactlyInAnyOrderElementsOf(ContractReader.FIELDS);
        assertThat(schema.path("properties").path("limits").path("properties").propertyNames())
                .containsExactlyInAnyOrderElementsOf(ContractReader.LIMITS);
        assertThat(words(schema.path("properties").path("caches").path("items").path("enum")))
                .containsExactlyInAnyOrderElementsOf(
                        List.of(Cache.values()).stream().map(Cache::json).toList());
    }

    private static List<String> words(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }
}
