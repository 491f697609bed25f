package dev.holdfast.benchmarks.report;

import dev.holdfast.benchmarks.measure.Results;
import dev.holdfast.contract.ContractJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where results are kept. */
public final class ResultFiles {
    static final String PLOT = "bench.svg";

    private ResultFiles() {}

    public static void write(Results results, Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("bench.json"), json(results) + "\n");
        Files.writeString(directory.resolve("bench.md"), MarkdownReport.of(results));
        Files.writeString(directory.resolve(PLOT), SvgPlot.of(results));
    }

    public static String json(Results results) {
        return ContractJson.LENIENT.writeValueAsString(results);
    }
}
