package dev.holdfast.cli.keeping;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Json;
import dev.holdfast.cli.tasks.Connection;
import dev.holdfast.cli.tasks.Failures;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.rest.Statistics;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows how tasks went. */
@Command(
        name = "stats",
        mixinStandardHelpOptions = true,
        description = "Shows how tasks went: how many, how long, and what was odd about some of them.",
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast stats --since 7d"})
public final class StatsCommand implements Callable<Integer> {
    @Option(names = "--project", paramLabel = "NAME", description = "Only of this project.")
    @Nullable String project;

    @Option(names = "--since", paramLabel = "TIME", description = "24h, 30d, or a time such as 2026-01-31T12:00:00Z.")
    @Nullable String since;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, or json.")
    Format format = Format.TEXT;

    @Override
    public Integer call() {
        Statistics statistics = Failures.explained(
                () -> Connection.existing().statistics(project == null ? null : new ProjectId(project), since));
        if (format == Format.JSON) {
            Json.print(System.out, statistics);
        } else {
            print(System.out, statistics);
        }
        return ExitCodes.OK;
    }

    private static void print(PrintStream out, Statistics statistics) {
        out.println("tasks: " + statistics.total());
        statistics.states().forEach((state, count) -> out.println("  " + state + ": " + count));
        if (statistics.successRate() != null) {
            out.printf(Locale.ROOT, "success rate: %.1f %%%n", 100 * statistics.successRate());
        }
        if (statistics.medianMs() != null) {
            out.println("duration: p50 " + statistics.medianMs() + " ms, p95 " + statistics.p95Ms() + " ms");
        }
        statistics.anomalies().forEach((kind, count) -> out.println("anomaly " + kind + ": " + count));
        statistics
                .recent()
                .forEach(anomaly -> out.println(
                        "  " + anomaly.at() + " " + anomaly.taskId() + " " + anomaly.kind() + ": " + anomaly.detail()));
    }
}
