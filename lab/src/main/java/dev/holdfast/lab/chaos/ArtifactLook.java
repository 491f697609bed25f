package dev.holdfast.lab.chaos;

import dev.holdfast.client.HoldfastException;
import dev.holdfast.client.Task;
import dev.holdfast.contract.Artifact;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Whether all that is said to have been collected can be had, and is what the commands wrote. */
final class ArtifactLook {
    private static final String EXECUTIONS = ".artifacts/executions";
    private static final String DATA = ".artifacts/data";
    private static final Pattern GIVEN_UP =
            Pattern.compile("^(collecting (failed|was cut off)|nothing was collected): ");

    private final Task task;
    private final List<String> warnings;
    private final Findings findings;
    private final List<Artifact> artifacts;
    private final Map<String, byte[]> contents = new HashMap<>();

    private ArtifactLook(Task task, List<String> warnings, Findings findings) {
        this.task = task;
        this.warnings = warnings;
        this.findings = findings;
        this.artifacts = task.artifacts();
    }

    /**
     * Fetches all that is complete, of whatever task.
     *
     * @param warnings of its result
     */
    static ArtifactLook at(Task task, List<String> warnings, Findings findings) {
        ArtifactLook look = new ArtifactLook(task, warnings, findings);
        look.artifacts.stream()
                .filter(artifact -> artifact.status() == Artifact.Status.COMPLETE)
                .forEach(look::fetch);
        return look;
    }

    private void fetch(Artifact artifact) {
        try (InputStream stream = task.artifact(artifact.path())) {
            byte[] content = stream.readAllBytes();
            if (content.length != artifact.size() || !sha256(content).equals(artifact.sha256())) {
                wrong("artifact " + artifact.path() + " is not what its row says, but " + content.length + " bytes");
            }
            contents.put(artifact.path(), content);
        } catch (IOException | HoldfastException gone) {
            wrong("artifact " + artifact.path() + " is complete and cannot be had: " + gone.getMessage());
        }
    }

    /** Of a task that came to its end. */
    void compare(Experiment experiment, Transcript transcript, boolean mayFail) {
        if (collected(DATA, mayFail) && !Arrays.equals(contents.get(DATA), experiment.artifact())) {
            wrong("artifact " + DATA + " is not what the command wrote");
        }
        if (collected(EXECUTIONS, mayFail)) {
            List<String> words = new String(contents.get(EXECUTIONS), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            List<String> logged = transcript.words(experiment);
            if (!words.equals(logged)) {
                findings.doubleExecutions().add(task.id() + ": its file has " + words + ", its log " + logged);
            }
        }
    }

    private boolean collected(String path, boolean mayFail) {
        Optional<Artifact> found = artifacts.stream()
                .filter(artifact -> artifact.path().equals(path))
                .findFirst();
        boolean complete =
                found.filter(a -> a.status() == Artifact.Status.COMPLETE).isPresent();
        if (!complete && !(mayFail && explained(found))) {
            wrong("artifact " + path + " is " + found);
        }
        return contents.containsKey(path);
    }

    /** A collection that was given up leaves none, and says so in a warning of the task. */
    private boolean explained(Optional<Artifact> artifact) {
        return artifact.isEmpty()
                ? warnings.stream().anyMatch(GIVEN_UP.asPredicate())
                : artifact.get().reason() != null;
    }

    private void wrong(String what) {
        findings.falseOutcomes().add(task.id() + ": " + what);
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
