package dev.holdfast.cli.bench;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.output.Format;
import dev.holdfast.devstack.control.JavaProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measures Holdfast against bare processes and the docker command, side by side on this machine.",
            "It starts stacks of its own and leaves nothing behind. The table goes to stdout; table, plot and all values are"
                    + " also written as Markdown, SVG and JSON. See docs/benchmarks.md."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast bench --only step,start --rounds 30"})
public final class BenchCommand implements Callable<Integer> {
    private static final String MAIN_CLASS = "dev.holdfast.benchmarks.Bench";

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "30",
            description = "how often each row is measured (default: ${DEFAULT-VALUE})")
    int rounds;

    @Option(
            names = "--only",
            paramLabel = "GROUP",
            split = ",",
            description =
                    "only these groups: step, start, memory, logs, files, heap, tasks, rates; and by name only, as they"
                            + " take minutes and gigabytes: collect, history")
    List<String> only = new ArrayList<>();

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "where results are written (default: target/bench in the checkout)")
    @Nullable Path directory;

    @Option(
            names = "--image",
            defaultValue = "debian:bookworm-slim",
            description = "the image of all containers (default: ${DEFAULT-VALUE})")
    String image = "debian:bookworm-slim";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json")
    Format output = Format.TEXT;

    @Override
    public Integer call() throws IOException, InterruptedException {
        String root = System.getProperty("holdfast.root");
        if (root == null) {
            throw new CommandFailure("the property holdfast.root is not set: start Holdfast by its script ./holdfast");
        }
        Process bench = new ProcessBuilder(command(Path.of(root))).inheritIO().start();
        // Ctrl-C reaches both; the benchmark needs its time to clear away what it made.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> endWith(bench), "end"));
        return bench.waitFor();
    }

    private List<String> command(Path root) throws IOException {
        Path results = directory == null ? root.resolve("target/bench") : directory.toAbsolutePath();
        List<String> command = new ArrayList<>(
                JavaProgram.built(root, "bench", MAIN_CLASS, options(root)).command(root.resolve("target/bench.args")));
        command.add("rounds=" + rounds);
        command.add("only=" + String.join(",", only));
        command.add("directory=" + results);
        command.add("image=" + image);
        command.add("output=" + output.name().toLowerCase(Locale.ROOT));
        return command;
    }

    /** The caller shares the machine with what it measures, so it compiles no more than it needs. */
    private static List<String> options(Path root) {
        return List.of(
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:CompileThresholdScaling=0.1",
                "-Dholdfast.root=" + root);
    }

    private static void endWith(Process bench) {
        bench.destroy();
        try {
            bench.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
