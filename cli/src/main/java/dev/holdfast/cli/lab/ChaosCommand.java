package dev.holdfast.cli.lab;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.stack.OwnProgram;
import dev.holdfast.contract.Durations;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Faults against a stack of its own. */
@Command(
        name = "chaos",
        mixinStandardHelpOptions = true,
        description = {
            "Kills, cuts off, fills up and removes parts of a stack of its own while tasks run in it, and looks after each"
                    + " round for what must never be: orphans, commands executed twice, lost rows, false outcomes.",
            "Needs root and dockerd. Touches no other stack and no other engine. The faults are listed in docs/faults.md.",
            "Exit code 1 when an invariant broke."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast chaos --rounds 5 --seed 1"})
public final class ChaosCommand implements Callable<Integer> {
    private static final int LAST_FAULT = 25;
    private static final List<String> SANDBOXES = List.of("docker", "oci");

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How many faults, each against new tasks (default: 25, each fault once).")
    int rounds = LAST_FAULT;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "The same seed makes the same faults in the same order (default: 1).")
    long seed = 1;

    @Option(names = "--only", paramLabel = "NUMBER", split = ",", description = "Only these faults, such as 1,9,14.")
    List<Integer> only = List.of();

    @Option(
            names = "--outage",
            paramLabel = "TIME",
            description = "How long Temporal, PostgreSQL and S3 stay away, S3 for at most 20s (default: 60s).")
    String outage = "60s";

    @Option(
            names = "--sandbox",
            paramLabel = "KIND",
            description = "What makes the containers of tasks: docker (default) or oci.")
    String sandbox = "docker";

    @Option(names = "--keep", description = "Keep the directory with the logs of all parts.")
    boolean keep;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text: one table at the end; or json.")
    Format format = Format.TEXT;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 1) {
            throw new CommandFailure(ExitCodes.USAGE, "--rounds: " + rounds + " is not positive");
        }
        for (int number : only) {
            if (number < 1 || number > LAST_FAULT) {
                throw new CommandFailure(
                        ExitCodes.USAGE, "--only: " + number + " is not the number of a fault, 1 to " + LAST_FAULT);
            }
        }
        if (!SANDBOXES.contains(sandbox)) {
            throw new CommandFailure(ExitCodes.USAGE, "--sandbox: '" + sandbox + "' is none of " + SANDBOXES);
        }
        return OwnProgram.run(
                "lab",
                "dev.holdfast.lab.chaos.Chaos",
                List.of(
                        "root=" + OwnProgram.root(),
                        "rounds=" + rounds,
                        "seed=" + seed,
                        "only=" + only.stream().map(String::valueOf).collect(Collectors.joining(",")),
                        "outage=" + Durations.parse("--outage", outage),
                        "sandbox=" + sandbox,
                        "json=" + (format == Format.JSON),
                        "keep=" + keep),
                List.of(),
                Map.of());
    }
}
