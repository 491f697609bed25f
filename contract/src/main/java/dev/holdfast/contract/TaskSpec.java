package dev.holdfast.contract;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for.
 *
 * @param image the container's image; the operator's default when left out
 * @param env for every step
 * @param secrets for every step, by reference
 * @param timeout for the whole task, from acceptance until its artifacts are there. Once its steps have ended it cuts short
 *     only the collecting, with a warning: how they ended stays
 * @param labels free for the caller; searchable
 * @param origin the task that this one reruns
 * @param storage what is there beside a fresh workspace
 * @param runtime the engine's runtime, e.g. runsc; the operator's default when left out
 * @param open takes steps and files until it is closed; absent for a task that ends with its last step
 * @param validation whether its files are looked at before they run; they are not when left out
 * @param priority of a task that waits for room: 1 is served first, 5 last; 3 when left out
 */
@RecordBuilder
public record TaskSpec(
        ProjectId project,
        Executor executor,
        @Nullable String image,
        List<StepSpec> steps,
        List<InputFile> files,
        Map<String, String> env,
        List<SecretRef> secrets,
        Limits limits,
        Network network,
        ArtifactSpec artifacts,
        @Nullable Duration timeout,
        Map<String, String> labels,
        @Nullable TaskId origin,
        StorageSpec storage,
        @Nullable String runtime,
        @Nullable OpenSpec open,
        @Nullable ValidationSpec validation,
        @Nullable Integer priority)
        implements TaskSpecBuilder.With {

    private static final int MAX_STEPS = 200;
    private static final int MAX_FILES = 1000;
    private static final int MAX_SECRETS = 100;
    private static final Pattern IMAGE = Pattern.compile(
            "(?=.{1,255}$)([a-z0-9]+([.-][a-z0-9]+)*(:[0-9]{1,5})?/)?[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*"
                    + "(/[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*)*(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(@sha256:[0-9a-f]{64})?");
    private static final Pattern RUNTIME = Pattern.compile("[a-z][a-z0-9_.-]{0,31}");
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,62}");

    public TaskSpec {
        project = project == null ? ProjectId.DEFAULT : project;
        executor = executor == null ? Executor.AUTO : executor;
        if (image != null) {
            Require.matching("image", image, IMAGE, "an image reference such as debian:bookworm-slim");
        }
        steps = named(steps == null ? List.of() : steps);
        files = files == null ? List.of() : List.copyOf(files);
        if (files.size() > MAX_FILES) {
            throw new InvalidFieldException(
                    "files", files.size() + " are more than " + MAX_FILES + "; upload them as one tar archive");
        }
        env = env == null ? Map.of() : EnvironmentNames.checked("env", env);
        secrets = secrets == null ? List.of() : checkedSecrets(secrets, env);
        limits = limits == null ? Limits.NONE : limits;
        network = network == null ? Network.NONE : network;
        artifacts = artifacts == null ? ArtifactSpec.STANDARD : artifacts;
        if (timeout != null) {
            Require.positive("timeout", timeout);
        }
        labels = labels == null ? Map.of() : checkedLabels(labels);
        storage = storage == null ? StorageSpec.NONE : storage;
        if (runtime != null) {
            Require.matching("runtime", runtime, RUNTIME, "a name such as runc, crun or runsc");
        }
        if (priority != null && (priority < 1 || priority > 5)) {
            throw new InvalidFieldException("priority", priority + " is not between 1 and 5");
        }
    }

    public static TaskSpec of(StepSpec... steps) {
        return TaskSpecBuilder.builder().steps(List.of(steps)).build();
    }

    /** The same, as a task that runs again what another one ran, and ends with its last step. */
    public TaskSpec forRerun(TaskId rerunOf, @Nullable String frozenImage, List<StepSpec> wantedSteps) {
        return with().image(frozenImage)
                .steps(wantedSteps)
                .origin(rerunOf)
                .open(null)
                .build();
    }

    private static List<SecretRef> checkedSecrets(List<SecretRef> secrets, Map<String, String> env) {
        if (secrets.size() > MAX_SECRETS) {
            throw new InvalidFieldException("secrets", secrets.size() + " are more than " + MAX_SECRETS);
        }
        Set<String> variables = new HashSet<>(env.keySet());
        Set<String> files = new HashSet<>();
        for (SecretRef secret : secrets) {
            if (secret.env() != null && !variables.add(secret.env())) {
                throw new InvalidFieldException("secrets.env", "'" + secret.env() + "' is given twice");
            }
            if (secret.file() != null && !files.add(secret.file())) {
                throw new InvalidFieldException("secrets.file", "'" + secret.file() + "' is given twice");
            }
        }
        return List.copyOf(secrets);
    }

    private static List<StepSpec> named(List<StepSpec> steps) {
        if (steps.size() > MAX_STEPS) {
            throw new InvalidFieldException("steps", steps.size() + " are more than " + MAX_STEPS);
        }
        List<StepSpec> named = IntStream.range(0, steps.size())
                .mapToObj(i -> steps.get(i).name() == null ? steps.get(i).withName("step-" + (i + 1)) : steps.get(i))
                .toList();
        Set<String> seen = new HashSet<>();
        for (StepSpec step : named) {
            if (!seen.add(step.name())) {
                throw new InvalidFieldException("steps.name", "'" + step.name() + "' is used twice");
            }
        }
        return named;
    }

    private static Map<String, String> checkedLabels(Map<String, String> labels) {
        if (labels.size() > 32) {
            throw new InvalidFieldException("labels", labels.size() + " are more than 32");
        }
        labels.forEach((name, value) -> {
            Require.matching("labels", name, LABEL, "1 to 63 letters, digits, '.', '_', '/' or '-'");
            Require.noNul("labels." + name, value);
            if (value.length() > 255) {
                throw new InvalidFieldException("labels." + name, "is longer than 255 characters");
            }
        });
        return java.util.Collections.unmodifiableMap(new java.util.TreeMap<>(labels));
    }
}
