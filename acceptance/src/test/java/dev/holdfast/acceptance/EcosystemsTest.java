package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real project of each ecosystem in its golden image, with the network that installing needs. */
@Timeout(value = 15, unit = java.util.concurrent.TimeUnit.MINUTES)
class EcosystemsTest {
    private static StackUnderTest stack;

    @BeforeAll
    static void start() {
        Map<String, String> settings = new HashMap<>(Map.of("HOLDFAST_NETWORKS", "none,bridge"));
        // Where HTTPS is signed anew on its way, as behind a company's proxy.
        String bundle = System.getenv("SSL_CERT_FILE");
        if (bundle != null) {
            settings.put("HOLDFAST_SANDBOXES_CA_BUNDLE", bundle);
        }
        stack = StackUnderTest.start(settings);
    }

    @AfterAll
    static void stop() {
        stack.holdfast("volumes", "prune", "--all");
        stack.close();
    }

    private static Shell.Ended test(String name) {
        return stack.holdfast("test", "-o", "json", Samples.directory(name));
    }

    @ParameterizedTest
    @CsvSource({
        "python, test_adds_wrongly, test_calc.py:15",
        "node, adds wrongly, test/calc.spec.js:10",
        "java, addsWrongly, com/acme/CalcTest.java:21",
        "go, TestAddsWrongly, calc_test.go:19"
    })
    void isTestedAndTheSecondTimeFasterThroughItsCache(String name, String failing, String place) {
        Shell.Ended first = test(name);
        Samples.assertTold(first, failing, place);
        Shell.Ended second = test(name);
        Samples.assertTold(second, failing, place);
        System.out.println(name + ": first " + Samples.milliseconds(first) + " ms, second "
                + Samples.milliseconds(second) + " ms");
        assertThat(Samples.milliseconds(second)).isLessThan(Samples.milliseconds(first));
    }

    @ParameterizedTest
    @CsvSource({"ruby, adds wrongly, spec/calc_spec.rb:11", "php, testAddsWrongly, tests/CalcTest.php:20"})
    void isTestedWithWhatItsImageHas(String name, String failing, String place) {
        Samples.assertTold(test(name), failing, place);
    }

    @Test
    void dotnetBuildsAndRunsItsTestsInAStandInForItsSdk() {
        String root = Objects.requireNonNull(System.getProperty("holdfast.root"));
        String bundle = System.getenv("SSL_CERT_FILE");
        List<String> secret = bundle == null ? List.of() : List.of("--secret", "id=ca,src=" + bundle);
        List<String> build = new java.util.ArrayList<>(List.of("env", "DOCKER_BUILDKIT=1", "/usr/bin/docker", "build"));
        build.addAll(secret);
        build.addAll(List.of(
                "--tag",
                "holdfast-acceptance-dotnet:latest",
                Path.of(root, "acceptance", "src", "test", "images", "dotnet").toString()));
        Shell.succeed(build);
        Samples.assertTold(test("dotnet"), "adds wrongly", "Tests.cs:23");
    }
}
