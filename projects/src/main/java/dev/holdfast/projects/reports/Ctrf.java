package dev.holdfast.projects.reports;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdfast.contract.ContractJson;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a report as a document of the Common Test Report Format. */
public final class Ctrf {
    private record Document(
            @JsonProperty String reportFormat,
            @JsonProperty String specVersion,
            @JsonProperty Results results) {}

    private record Results(
            @JsonProperty Tool tool,
            @JsonProperty Summary summary,
            @JsonProperty List<TestCase> tests,

            @JsonProperty @JsonInclude(JsonInclude.Include.NON_NULL)
            Extra extra) {}

    private record Tool(@JsonProperty String name) {}

    private record Summary(
            @JsonProperty int tests,
            @JsonProperty int passed,
            @JsonProperty int failed,
            @JsonProperty int pending,
            @JsonProperty int skipped,
            @JsonProperty int other,
            @JsonProperty long start,
            @JsonProperty long stop) {}

    private record Extra(@JsonProperty List<ReportFinding> findings) {}

    private Ctrf() {}

    /** @param start when the tests began, which most reports do not say */
    public static String json(TestReport report, Instant start, Instant stop) {
        TestSummary counts = report.summary();
        Summary summary = new Summary(
                counts.tests(),
                counts.passed(),
                counts.failed(),
                counts.pending(),
                counts.skipped(),
                counts.other(),
                start.toEpochMilli(),
                stop.toEpochMilli());
        String tool = report.formats().stream().map(ReportFormat::json).collect(Collectors.joining("+"));
        Results results = new Results(
                new Tool(tool.isEmpty() ? "unknown" : tool), summary, report.tests(), new Extra(report.findings()));
        return ContractJson.LENIENT.writeValueAsString(new Document("CTRF", "0.0.0", results));
    }
}
