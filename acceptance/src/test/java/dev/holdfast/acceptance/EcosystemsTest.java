package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.StepResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A real project of each ecosystem in its golden image, with the network that installing needs. */
@Timeout(value = 15, unit = java.util.concurrent.TimeUnit.MINUTES)
class EcosystemsTest {
    private static StackUnderTest stack;

    @BeforeAll
    static void start() {
        Map<String, String> settings = new HashMap<>(Map.of("HOLDFAST_NETWORKS", "none,bridge"));
        String certificates = ProjectImages.certificates();
        if (certificates != null) {
            settings.put("HOLDFAST_SANDBOXES_CA_BUNDLE", certificates);
        }
        stack = StackUnderTest.start(settings);
    }

    @AfterAll
    static void stop() {
        stack.holdfast("volumes", "prune", "--all");
        stack.close();
    }

    private static Shell.Ended test(String directory) {
        return stack.holdfast("test", "-o", "json", directory);
    }

    /** On a busy machine a round may be lost for reasons that no cache can help. */
    private static void assertFasterTheSecondTime(String name, String directory, String failing, String place) {
        boolean faster = false;
        for (int round = 0; round < 3 && !faster; round++) {
            // What another test or round has brought must not help the first run.
            stack.holdfast("volumes", "prune", "--all");
            Shell.Ended first = test(directory);
            Samples.assertTold(first, failing, place);
            Shell.Ended second = test(directory);
            Samples.assertTold(second, failing, place);
            System.out.println(name + ": first " + Samples.milliseconds(first) + " ms, of which setup " + setup(first)
                    + ", second " + Samples.milliseconds(second) + " ms, of which setup " + setup(second));
            faster = setup(second) < setup(first);
        }
        assertThat(faster).isTrue();
    }

    /** The step that brings dependencies, which a cache shortens; the whole task where the tool has no such step. */
    private static long setup(Shell.Ended test) {
        List<StepResult> steps =
                stack.client().task(Samples.task(test)).result().steps();
        return steps.size() == 1 ? Samples.milliseconds(test) : steps.get(0).durationMs();
    }

    @ParameterizedTest
    @CsvSource({
        "python, test_adds_wrongly, test_calc.py:15",
        "node, adds wrongly, test/calc.spec.js:10",
        "java, addsWrongly, com/acme/CalcTest.java:21",
        "go, TestAddsWrongly, calc_test.go:19",
        "rust, adds_wrongly, tests/calc.rs:10",
        "ruby, adds wrongly, spec/calc_spec.rb:11"
    })
    void isTestedAndTheSecondTimeFasterThroughItsCache(String name, String failing, String place) {
        assertFasterTheSecondTime(name, Samples.directory(name), failing, place);
    }

    /** Packagist may be out of reach. A package of Composer may lie anywhere, so it takes a large one of another registry. */
    @Test
    void phpIsTestedAndTheSecondTimeFasterThroughItsCache(@TempDir Path directory) {
        String certificates = ProjectImages.certificates();
        List<String> trusted = certificates == null
                ? List.of()
                : List.of("-e", "NODE_EXTRA_CA_CERTS=/ca", "--volume", certificates + ":/ca:ro");
        List<String> ask = new ArrayList<>(trusted);
        ask.addAll(List.of("holdfast/node:latest", "npm", "view", "@ffmpeg/core@0.12.10", "dist.tarball"));
        Shell.Ended address = ProjectImages.run(ask.toArray(String[]::new));
        assertThat(address.exitCode()).as(address.stderr()).isZero();
        Samples.copy("php", directory);
        Samples.replace(directory.resolve("composer.json"), "\"require\": {\"php\": \">=8.2\"}", """
                "require": {"php": ">=8.2", "acme/assets": "1.0.0"},
                "repositories": [{"packagist.org": false}, {"type": "package", "package": {
                  "name": "acme/assets", "version": "1.0.0", "dist": {"type": "tar", "url": "%s"}}}]
                """.formatted(
                        address.stdout().strip()));
        assertFasterTheSecondTime("php", directory.toString(), "testAddsWrongly", "tests/CalcTest.php:20");
    }

    @Test
    void phpIsTestedWithWhatItsImageHas() {
        Samples.assertTold(test(Samples.directory("php")), "testAddsWrongly", "tests/CalcTest.php:20");
    }

    /** What was restored is used again: the second time there is no place that packages could come from. */
    @Test
    void dotnetIsTestedAndTheSecondTimeTakesItsPackagesFromTheCache(@TempDir Path directory) {
        ProjectImages.dotnet();
        Samples.copy("dotnet", directory);
        Samples.assertTold(test(directory.toString()), "AddsWrongly", "CalcTest.cs:15");
        Samples.replace(directory.resolve("nuget.config"), "/opt/packages", "/opt/nothing");
        Samples.assertTold(test(directory.toString()), "AddsWrongly", "CalcTest.cs:15");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pnpm@10.20.0", "yarn@1.22.22", "yarn@4.10.3", "bun@1.4.4"})
    void nodeIsTestedByThePackageManagerThatItNames(String manager, @TempDir Path directory) throws IOException {
        Samples.copyNode(manager, directory);
        Samples.assertTold(test(directory.toString()), "adds wrongly", "test/calc.spec.js:10");
    }

    /** Poetry has nothing to bring: it asks PyPI in a way that not every mirror answers. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pyproject.toml | [project];name = 'calc';version = '1';requires-python = '>=3.11';dependencies = ['attrs==25.4.0'];\
            [dependency-groups];dev = ['pytest==8.4.2'];[tool.uv];package = false
            pyproject.toml | [tool.poetry];package-mode = false;[tool.poetry.dependencies];python = '>=3.11'
            Pipfile        | [packages];attrs = '==25.4.0';[dev-packages];pytest = '==8.4.2'
            """)
    void pythonIsTestedByTheToolThatKeepsItsDependencies(String file, String lines, @TempDir Path directory)
            throws IOException {
        Samples.copy("python", directory);
        Files.delete(directory.resolve("requirements.txt"));
        Files.writeString(directory.resolve(file), lines.replace(";", "\n") + "\n");
        Samples.assertTold(test(directory.toString()), "test_adds_wrongly", "test_calc.py:15");
    }
}
