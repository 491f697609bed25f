package dev.holdfast.activities.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.artifacts.MemoryBlobs;
import dev.holdfast.activities.reports.TaskTests;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.rest.TestDiff;
import dev.holdfast.projects.reports.TestReport;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestComparisonTest {
    private static final String BEFORE = """
            <testsuite name="Sums"><testcase classname="Sums" name="adds"/>
            <testcase classname="Sums" name="divides"><failure message="by zero"/></testcase>
            <testcase classname="Sums" name="old"/></testsuite>
            """;
    private static final String AFTER = """
            <testsuite name="Sums"><testcase classname="Sums" name="adds"><failure message="4, not 3"/></testcase>
            <testcase classname="Sums" name="divides"/>
            <testcase classname="Sums" name="waits"><failure message="late"/></testcase>
            <testcase classname="Sums" name="waits"/></testsuite>
            """;

    private final MemoryBlobs blobs = new MemoryBlobs();

    @Test
    void testsAreNewlyFailingFixedFlakyAddedOrRemoved() {
        TestDiff diff = TestComparison.of(report(BEFORE), report(AFTER), false);

        assertThat(diff.newlyFailing()).singleElement().satisfies(test -> {
            assertThat(test.name()).endsWith("adds");
            assertThat(test.message()).isEqualTo("4, not 3");
        });
        assertThat(diff.fixed())
                .singleElement()
                .satisfies(test -> assertThat(test.name()).endsWith("divides"));
        assertThat(diff.flaky())
                .singleElement()
                .satisfies(test -> assertThat(test.name()).endsWith("waits"));
        assertThat(diff.added()).singleElement().asString().endsWith("waits");
        assertThat(diff.removed()).singleElement().asString().endsWith("old");
        assertThat(diff.base()).isEqualTo(new TestDiff.Counts(3, 2, 1, 0));
        assertThat(diff.same()).isFalse();
    }

    @Test
    void whatEndsOtherwiseFromTheSameInputsIsFlaky() {
        TestDiff diff = TestComparison.of(report(BEFORE), report(AFTER), true);

        assertThat(diff.flaky()).hasSize(3);
        assertThat(diff.newlyFailing()).isEmpty();
        assertThat(diff.fixed()).isEmpty();
    }

    @Test
    void aReportIsTheSameAsItselfHoweverFlaky() {
        assertThat(TestComparison.of(report(AFTER), report(AFTER), true).same()).isTrue();
    }

    @Test
    void onlyReportsAreTakenForReports() {
        List<Artifact> artifacts = List.of(
                artifact("target/surefire-reports/TEST-Sums.xml", BEFORE),
                artifact("reports/coverage.xml", "<coverage/>"),
                artifact("test-results.json", "{\"some\": \"thing\"}"),
                artifact("readme.txt", "not ok 1 - a line of TAP, but who would look here?"));

        assertThat(new TaskTests(blobs).in(artifacts).orElseThrow().paths())
                .containsExactly("target/surefire-reports/TEST-Sums.xml");
        assertThat(new TaskTests(blobs).in(artifacts.subList(1, 4))).isEmpty();
    }

    @Test
    void aReportThatIsABombIsAFinding() {
        String bomb = "<!DOCTYPE testsuite [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
                + "<testsuite><testcase name=\"&b;\"/></testsuite>";

        List<Artifact> artifacts = List.of(artifact("junit.xml", bomb));

        assertThat(new TaskTests(blobs).in(artifacts))
                .hasValueSatisfying(
                        found -> assertThat(found.report().findings()).hasSize(1));
    }

    private TestReport report(String xml) {
        return new TaskTests(blobs)
                .in(List.of(artifact("junit.xml", xml)))
                .orElseThrow()
                .report();
    }

    private Artifact artifact(String path, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        return new Artifact(
                path, Artifact.Status.COMPLETE, bytes.length, blobs.put(bytes).sha256(), "text/xml", null, null);
    }
}
