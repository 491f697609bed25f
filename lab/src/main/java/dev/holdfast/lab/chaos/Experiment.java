package dev.holdfast.lab.chaos;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskSpec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A command whose every trace is known beforehand: its output, its artifact, its exit code; and that leaves a new word in
 * its output and in a file each time it is started.
 *
 * @param lines of output, with a pause after each
 * @param artifactBytes the size of the artifact, all of it one letter
 * @param input the hash of an upload that must be there as {@code input}
 */
record Experiment(
        int lines,
        Duration pause,
        int artifactBytes,
        int exitCode,
        @Nullable String input,
        @Nullable String image,
        @Nullable Duration taskTimeout,
        @Nullable Duration stepTimeout) {

    static final String EXECUTION = "execution ";
    private static final byte LETTER = 'h';

    static Experiment of(int lines, Duration pause, int exitCode) {
        return new Experiment(lines, pause, 2000, exitCode, null, null, null, null);
    }

    Experiment withInput(String sha256) {
        return new Experiment(lines, pause, artifactBytes, exitCode, sha256, image, taskTimeout, stepTimeout);
    }

    Experiment withArtifact(int bytes) {
        return new Experiment(lines, pause, bytes, exitCode, input, image, taskTimeout, stepTimeout);
    }

    Experiment withImage(String name) {
        return new Experiment(lines, pause, artifactBytes, exitCode, input, name, taskTimeout, stepTimeout);
    }

    Experiment withTaskTimeout(Duration limit) {
        return new Experiment(lines, pause, artifactBytes, exitCode, input, image, limit, stepTimeout);
    }

    Experiment withStepTimeout(Duration limit) {
        return new Experiment(lines, pause, artifactBytes, exitCode, input, image, taskTimeout, limit);
    }

    private String script() {
        return """
                id=$(cat /proc/sys/kernel/random/uuid)
                mkdir -p .artifacts
                echo $id >> .artifacts/executions
                echo execution $id
                %sfor i in $(seq %d); do echo line $i; sleep %s; done
                head -c %d /dev/zero | tr '\\000' '%c' > .artifacts/data
                exit %d
                """.formatted(
                        input == null ? "" : "test -s input || exit 99\n",
                        lines,
                        pause.toMillis() / 1000.0,
                        artifactBytes,
                        LETTER,
                        exitCode);
    }

    TaskSpec spec() {
        ObjectNode spec = ContractJson.STRICT.createObjectNode();
        ObjectNode step = spec.putArray("steps").addObject();
        step.put("command", script());
        if (stepTimeout != null) {
            step.put("timeout", stepTimeout.toString());
        }
        step.put("grace", "PT1S");
        if (input != null) {
            spec.putArray("files").addObject().put("path", "input").put("sha256", input);
        }
        if (image != null) {
            spec.put("image", image);
        }
        if (taskTimeout != null) {
            spec.put("timeout", taskTimeout.toString());
        }
        return ContractJson.STRICT.treeToValue(spec, TaskSpec.class);
    }

    /** The output behind the word for the execution. */
    String output() {
        return IntStream.rangeClosed(1, lines).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
    }

    String artifactHash() {
        byte[] content = new byte[artifactBytes];
        Arrays.fill(content, LETTER);
        return sha256(content);
    }

    static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    static byte[] inputFile(long seed) {
        return ("input of the round with seed " + seed + "\n").repeat(100).getBytes(StandardCharsets.UTF_8);
    }
}
