package dev.holdfast.cli.keeping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.TaskDiff;
import dev.holdfast.contract.rest.TestDiff;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same difference on a terminal and as a page. */
class DiffViewTest {
    private static final TestDiff TESTS = new TestDiff(
            new TestDiff.Counts(3, 2, 1, 0),
            new TestDiff.Counts(3, 2, 1, 0),
            List.of(new TestDiff.Test("a > adds", "passed", "failed", "expected 3\nbut was 4", "a.test.js:7")),
            List.of(new TestDiff.Test("a > divides", "failed", "passed", "by zero", null)),
            List.of(new TestDiff.Test("a > waits", "both", "passed", null, null)),
            List.of(),
            List.of());

    private static final TaskDiff DIFF = new TaskDiff(
            new TaskId("one"),
            new TaskId("two"),
            false,
            List.of(new TaskDiff.Field("exitCode", "0", "1")),
            List.of(new TaskDiff.File("out/<x>.txt", "changed", 3L, 4L, List.of("@@ -1 +1 @@", "-old", "+new"))),
            TESTS,
            List.of(new TaskDiff.Output("step-1", "stdout", List.of("+\033[2Jcleared <b>"))),
            List.of(new TaskDiff.Measurement("step-1", "peakMemoryBytes", 10L, 20L)));

    @Test
    void textNamesEveryDifference() {
        assertThat(DiffText.of(DIFF, false))
                .contains("- exitCode: 0\n+ exitCode: 1\n")
                .contains("tests: 2 of 3 passed, 1 failed -> 2 of 3 passed, 1 failed\n")
                .contains("  newly failing: a > adds (a.test.js:7)\n    expected 3\n")
                .contains("  fixed: a > divides\n")
                .contains("  flaky: a > waits\n")
                .contains("artifact changed: out/<x>.txt\n")
                .contains("  -old\n  +new\n")
                .contains("step-1 peakMemoryBytes: 10 -> 20\n")
                .doesNotContain("\033");
    }

    @Test
    void coloursAreOursAndNeverTheTasks() {
        assertThat(DiffText.of(DIFF, true)).contains("\033[31m  -old\033[0m\n").doesNotContain("\033[2J");
    }

    @Test
    void thePageShowsTheSameAndEscapesWhatTasksWrote() {
        assertThat(DiffPage.of(DIFF))
                .contains("newly failing: a &gt; adds", "fixed: a &gt; divides", "flaky: a &gt; waits")
                .contains("out/&lt;x&gt;.txt", "cleared &lt;b&gt;", "default-src 'none'")
                .doesNotContain("<b>", "<x>");
    }
}
