package dev.holdfast.projects.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports are written by the task, which may be anything: nothing in them breaks the one who reads. */
class HostileReportsTest {
    private static TestReport read(String text) {
        return TestReports.ranIn("/workspace").read(List.of(file("report", text)));
    }

    private static ReportFile file(String path, String text) {
        return new ReportFile(path, () -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String problem(TestReport report) {
        assertThat(report.findings()).hasSize(1);
        return report.findings().get(0).problem();
    }

    @Test
    void entitiesThatGrowAreRefusedAndNotExpanded() {
        TestReport report = read("""
                <?xml version="1.0"?>
                <!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
                <testsuite name="s"><testcase name="&b;"/></testsuite>""");
        assertThat(problem(report)).contains("DOCTYPE");
        assertThat(report.tests()).isEmpty();
    }

    @Test
    void filesOfTheHostAreNotReadThroughEntities(@TempDir Path directory) throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "TOP-SECRET");
        TestReport report = read("<!DOCTYPE t [<!ENTITY s SYSTEM \"" + secret.toUri()
                + "\">]><testsuite><testcase name=\"x\"><failure>&s;</failure></testcase></testsuite>");
        assertThat(report.toString()).doesNotContain("TOP-SECRET");
        assertThat(problem(report)).contains("DOCTYPE");
    }

    @Test
    void testsBeforeTheBreakAreKept() {
        TestReport report = read("<testsuite name=\"s\"><testcase name=\"one\"/><testcase name=\"two\"");
        assertThat(report.tests()).extracting(TestCase::name).containsExactly("one");
        assertThat(problem(report)).contains("not well-formed");
    }

    @Test
    void oneBrokenReportDoesNotHideTheOthers() {
        TestReport report = TestReports.ranIn("/workspace")
                .read(List.of(
                        file("a.xml", "<testsuite><testcase"),
                        file("b.xml", "<testsuite><testcase name=\"fine\"/></testsuite>")));
        assertThat(report.summary().passed()).isEqualTo(1);
        assertThat(report.findings()).extracting(ReportFinding::path).containsExactly("a.xml");
    }

    @Test
    void depthIsBounded() {
        assertThat(problem(read("<testsuite>".repeat(5000)))).contains("levels deep");
        assertThat(problem(read("{\"testResults\":" + "[".repeat(5000)))).contains("JSON");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "   \n", "hello", "{}", "{\"a\":1}", "[1]", "<html/>", "<", "\u0000\u0001", "{\"Action\":1}"
            })
    void whatIsNoReportIsAFinding(String text) {
        TestReport report = read(text);
        assertThat(report.tests()).isEmpty();
        assertThat(report.findings()).hasSize(1);
    }

    @Test
    void anUnreadableFileIsAFinding() {
        TestReport report = TestReports.ranIn("/").read(List.of(new ReportFile("gone.xml", () -> {
            throw new IOException("gone");
        })));
        assertThat(problem(report)).isEqualTo("cannot be read: gone");
    }

    @Test
    void aFileThatIsTooLargeIsAFinding() {
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return ' ';
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
                java.util.Arrays.fill(bytes, offset, offset + length, (byte) ' ');
                return length;
            }
        };
        TestReport report = TestReports.ranIn("/").read(List.of(new ReportFile("big.xml", () -> endless)));
        assertThat(problem(report)).contains("64 MiB");
    }

    @Test
    void aLongWordInATraceIsLookedAtOnce() {
        TestReport report = read("<testsuite><testcase name=\"x\"><failure>" + "a.b/".repeat(400_000)
                + "</failure></testcase></testsuite>");
        assertThat(report.summary().failed()).isEqualTo(1);
        assertThat(report.tests().get(0).trace()).hasSize(CaseCollector.MAX_TEXT + 1);
    }

    @Test
    void charactersThatXmlDoesNotKnowAreLeftOut() {
        TestReport report =
                read("<testsuite><testcase name=\"x\"><failure>\u001b[31mred\u0000</failure></testcase></testsuite>");
        assertThat(report.findings()).isEmpty();
        assertThat(report.failures().get(0).message()).isEqualTo("[31mred");
    }

    @Test
    void valuesThatAreNoNumbersCountAsNotSaid() {
        TestReport report = read("<testsuite><testcase name=\"x\" time=\"NaN\" line=\"-4\" file=\"a.py\"/>"
                + "<testcase name=\"y\" time=\"1,234.5\"/></testsuite>");
        assertThat(report.tests()).extracting(TestCase::duration).containsExactly(0L, 1_234_500L);
        assertThat(report.tests().get(0).location()).isEqualTo("a.py");
    }

    @Test
    void tapThatWasGivenUpSaysSo() {
        TestReport report = read("1..3\nok 1 - one\nBail out! no disk\n");
        assertThat(report.findings())
                .extracting(ReportFinding::problem)
                .containsExactly("the run was given up: Bail out! no disk", "planned 3 tests and ran 1");
    }

    @Test
    void theCommonFormatHasCountsAndTests() {
        String json = Ctrf.json(
                read("<testsuite name=\"s\"><testcase name=\"a\"><failure message=\"m\">t.py:3: E</failure></testcase>"
                        + "</testsuite>"),
                Instant.ofEpochMilli(5),
                Instant.ofEpochMilli(9));
        assertThat(json)
                .startsWith("{\"reportFormat\":\"CTRF\"")
                .contains("\"summary\":{\"tests\":1,\"passed\":0,\"failed\":1")
                .contains("\"start\":5,\"stop\":9")
                .contains("\"status\":\"failed\"")
                .contains("\"filePath\":\"t.py\",\"line\":3");
    }
}
