package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        String image = "holdfast-acceptance-bootstrap-" + name + ":latest";
        Shell.Ended failing = bootstrapped(directory, base, image);
        assertThat(failing.exitCode()).as(failing.stdout() + failing.stderr()).isNotZero();

        Samples.replace(directory.resolve(file), wrong, right);
        assertPasses(bootstrapped(directory, base, image), told);
        Shell.succeed(List.of("docker", "rmi", image));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pnpm@10.20.0", "yarn@4.10.3"})
    void aPackageManagerThatIsBroughtWorksWithoutANetworkToo(String manager, @TempDir Path directory)
            throws IOException {
        Samples.copyNode(manager, directory);
        Samples.replace(directory.resolve("test/calc.spec.js"), ", 4)", ", 3)");
        String image = "holdfast-acceptance-bootstrap-" + manager.replace('@', '-') + ":latest";
        assertPasses(bootstrapped(directory, "holdfast/node:latest", image), "3 passing");
        Shell.succeed(List.of("docker", "rmi", image));
    }

    private static Shell.Ended bootstrapped(Path directory, String base, String image) {
        Shell.succeed(List.of(
                StackUnderTest.checkout().resolve("holdfast").toString(),
                "bootstrap",
                "--force",
                directory.toString()));
        ProjectImages.build(directory, image, List.of("--build-arg", "BASE=" + base));
        return ProjectImages.run("--network", "none", image);
    }

    private static void assertPasses(Shell.Ended tests, String told) {
        assertThat(tests.exitCode()).as(tests.stdout() + tests.stderr()).isZero();
        assertThat(tests.stdout()).contains(told);
    }
}
