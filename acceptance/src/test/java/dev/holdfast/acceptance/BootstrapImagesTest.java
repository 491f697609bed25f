package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code holdfast bootstrap} writes is built, and the project's tests pass in the image, without a network. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class BootstrapImagesTest {
    @ParameterizedTest
    @CsvSource({
        "go, holdfast/go:latest, calc_test.go, got != 4, got != 3, ok",
        "node, holdfast/node:latest, test/calc.spec.js, ', 4)', ', 3)', 3 passing",
        "python, holdfast/python:latest, test_calc.py, == 4, == 3, '3 passed, 1 skipped'",
        "java, holdfast/java:latest, src/test/java/com/acme/CalcTest.java, 'assertEquals(4', 'assertEquals(3',"
                + " 'Tests run: 4, Failures: 0, Errors: 0, Skipped: 1'",
        "dotnet, " + ProjectImages.DOTNET + ", CalcTest.cs, 'AreEqual(4', 'AreEqual(3', 'Passed: 3'"
    })
    void isBuiltAndTheTestsPassInIt(
            String name, String base, String file, String wrong, String right, String told, @TempDir Path directory) {
        if (base.equals(ProjectImages.DOTNET)) {
            ProjectImages.dotnet();
        }
        Samples.copy(name, directory);
        Shell.succeed(
                List.of(StackUnderTest.checkout().resolve("holdfast").toString(), "bootstrap", directory.toString()));
        String image = "holdfast-acceptance-bootstrap-" + name + ":latest";
        ProjectImages.build(directory, image, List.of("--build-arg", "BASE=" + base));
        Shell.Ended failing = ProjectImages.run("--network", "none", image);
        assertThat(failing.exitCode()).as(failing.stdout() + failing.stderr()).isNotZero();

        Samples.replace(directory.resolve(file), wrong, right);
        ProjectImages.build(directory, image, List.of("--build-arg", "BASE=" + base));
        Shell.Ended passing = ProjectImages.run("--network", "none", image);
        assertThat(passing.exitCode()).as(passing.stdout() + passing.stderr()).isZero();
        assertThat(passing.stdout()).contains(told);
        Shell.succeed(List.of("docker", "rmi", image));
    }
}
