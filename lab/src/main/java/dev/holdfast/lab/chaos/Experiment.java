package dev.holdfast.lab.chaos;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A task whose every trace is known beforehand: its output, its artifact, its exit codes; and each of whose commands leaves
 * a new word in its output and in a file each time it is started.
 *
 * @param lines that each command writes, with a pause after each; their numbers go on from one command to the next
 * @param exitCodes of its commands, one after the other
 * @param open its commands are asked for one by one, and it is closed after the last
 * @param retries how often a command may be begun anew
 * @param word its own, of which its artifact is made: the storage keeps what it has already, and would not be sent it again
 * @param artifactBytes the size of the artifact
 * @param input the hash of an upload that must be there as {@code input}
 */
@RecordBuilder
record Experiment(
        int lines,
        Duration pause,
        List<Integer> exitCodes,
        boolean open,
        int retries,
        String word,
        int artifactBytes,
        @Nullable String input,
        @Nullable String image,
        @Nullable Duration taskTimeout,
        @Nullable Duration stepTimeout)
        implements ExperimentBuilder.With {

    /** Bytes of an artifact that the storage is sent in more than one part. */
    static final int SEVERAL_PARTS = 12_000_000;

    /** One command. */
    static Experiment of(int lines, Duration pause, int exitCode, String word) {
        return ExperimentBuilder.builder()
                .lines(lines)
                .pause(pause)
                .exitCodes(List.of(exitCode))
                .word(word)
                .artifactBytes(2000)
                .build();
    }

    int commands() {
        return exitCodes.size();
    }

    private String script(int command) {
        return """
                id=$(cat /proc/sys/kernel/random/uuid)
                mkdir -p .artifacts
                echo $id >> .artifacts/executions
                echo execution $id
                %sfor i in $(seq %d %d); do echo line $i; sleep %s; done
                yes %s | head -c %d > .artifacts/data
                exit %d
                """.formatted(
                        input == null ? "" : "test -s input || exit 99\n",
                        firstLine(command),
                        firstLine(command + 1) - 1,
                        pause.toMillis() / 1000.0,
                        word,
                        artifactBytes,
                        exitCodes.get(command));
    }

    private int firstLine(int command) {
        return command * lines + 1;
    }

    /** Named, so that whoever asks for one again asks for the same. */
    List<StepSpec> steps() {
        return IntStream.range(0, commands()).mapToObj(this::step).toList();
    }

    private StepSpec step(int command) {
        ObjectNode step = ContractJson.STRICT.createObjectNode();
        step.put("name", "step-" + (command + 1));
        step.put("command", script(command));
        if (stepTimeout != null) {
            step.put("timeout", stepTimeout.toString());
        }
        step.put("grace", "PT1S");
        step.put("retries", retries);
        return ContractJson.STRICT.treeToValue(step, StepSpec.class);
    }

    TaskSpec spec() {
        ObjectNode spec = ContractJson.STRICT.createObjectNode();
        if (open) {
            spec.putObject("open");
        }
        if (input != null) {
            spec.putArray("files").addObject().put("path", "input").put("sha256", input);
        }
        if (image != null) {
            spec.put("image", image);
        }
        if (taskTimeout != null) {
            spec.put("timeout", taskTimeout.toString());
        }
        TaskSpec asked = ContractJson.STRICT.treeToValue(spec, TaskSpec.class);
        return open ? asked : asked.withSteps(steps());
    }

    /** What a command writes behind the word for its execution. */
    String output(int command) {
        return IntStream.range(firstLine(command), firstLine(command + 1))
                .mapToObj(i -> "line " + i + "\n")
                .collect(Collectors.joining());
    }

    byte[] artifact() {
        byte[] line = (word + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] content = new byte[artifactBytes];
        for (int i = 0; i < content.length; i++) {
            content[i] = line[i % line.length];
        }
        return content;
    }

    static byte[] inputFile(long seed) {
        return ("input of the round with seed " + seed + "\n").repeat(100).getBytes(StandardCharsets.UTF_8);
    }
}
