package dev.holdfast.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.benchmarks.measure.Goal;
import dev.holdfast.benchmarks.measure.Measured;
import dev.holdfast.benchmarks.measure.Results;
import dev.holdfast.benchmarks.measure.Results.GroupResult;
import dev.holdfast.benchmarks.measure.Series;
import dev.holdfast.benchmarks.measure.Surroundings;
import dev.holdfast.benchmarks.measure.Unit;
import dev.holdfast.contract.ContractJson;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ReportTest {
    private static final List<Measured> ROWS = List.of(
            new Measured("rival", "docker <exec>", Unit.MILLISECONDS, null, Series.of(List.of(80.0, 120.0)), null),
            new Measured("own", "Holdfast: a step", Unit.MILLISECONDS, "rival", Series.of(List.of(4.0)), null),
            new Measured("broken", "docker logs", Unit.MEGABYTES_PER_SECOND, null, null, "it broke"));

    private static final Results RESULTS = new Results(
            Surroundings.now("Docker 1", "debian").after(),
            2,
            List.of(new GroupResult(
                    "step",
                    "One command",
                    ROWS,
                    List.of(
                            Goal.timesAtLeast("own", "rival", 20, "20 times faster")
                                    .judge(ROWS),
                            Goal.atMost("own", 3, "at most 3 ms").judge(ROWS)),
                    List.of("a note"))));

    @Test
    void textHasRowsGoalsAndTheLoad() {
        assertThat(TextReport.of(RESULTS))
                .containsPattern("docker <exec> +100 ms +120 ms +2")
                .containsPattern("Holdfast: a step +4.00 ms +4.00 ms +1 +25 x rival")
                .contains("not measured: it broke")
                .containsPattern("20 times faster +25.0 times +met")
                .containsPattern("at most 3 ms +4.00 ms +NOT MET")
                .contains("1 of 2 goals met", "load before", "a note");
    }

    @Test
    void markdownHasTheSameInTables() {
        assertThat(MarkdownReport.of(RESULTS))
                .contains("| Holdfast: a step | 4.00 ms | 4.00 ms | 1 | 25 x rival |")
                .contains("| at most 3 ms | 4.00 ms | NOT MET |");
    }

    @Test
    void plotIsWellFormedAndShowsWhatWasMeasured() throws Exception {
        String svg = SvgPlot.of(RESULTS);

        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertThat(svg).contains("docker &lt;exec&gt;", "Holdfast: a step").doesNotContain("docker logs");
    }

    @Test
    void filesHaveEveryValue(@TempDir Path directory) throws Exception {
        ResultFiles.write(RESULTS, directory.resolve("new"));

        JsonNode json = ContractJson.LENIENT.readTree(Files.readString(directory.resolve("new/bench.json")));
        JsonNode row = json.path("groups").path(0).path("rows").path(0);
        assertThat(row.path("series").path("median").doubleValue()).isEqualTo(100);
        assertThat(row.path("series").path("values").size()).isEqualTo(2);
        assertThat(row.path("unit").stringValue()).isEqualTo("ms");
        assertThat(directory.resolve("new/bench.md")).exists();
        assertThat(directory.resolve("new/bench.svg")).exists();
    }
}
