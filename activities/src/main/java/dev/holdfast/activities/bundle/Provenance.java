package dev.holdfast.activities.bundle;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An in-toto statement (v1) with a SLSA provenance predicate (v1): what the artifacts were made from, and by what. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Provenance(
        @JsonProperty("_type") String type, List<Resource> subject, String predicateType, Predicate predicate) {

    private static final String STATEMENT = "https://in-toto.io/Statement/v1";
    private static final String PREDICATE = "https://slsa.dev/provenance/v1";
    private static final String BUILD_TYPE = "urn:holdfast:task:v1";
    private static final String BUILDER = "urn:holdfast:worker:";

    /** A resource descriptor. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Resource(@Nullable String name, @Nullable String uri, Map<String, String> digest) {}

    record Predicate(BuildDefinition buildDefinition, RunDetails runDetails) {}

    record BuildDefinition(
            String buildType, Map<String, Object> externalParameters, List<Resource> resolvedDependencies) {}

    record RunDetails(Map<String, String> builder, Metadata metadata) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Metadata(
            String invocationId,
            Instant startedOn,
            @Nullable Instant finishedOn) {}

    /**
     * The log is a subject, too: what a task wrote it made, and a statement without subjects would not be one.
     *
     * @param log its SHA-256
     */
    static Provenance of(TaskSpec spec, TaskResult result, List<Artifact> artifacts, String log) {
        List<Resource> subjects = Stream.concat(
                        artifacts.stream()
                                .filter(artifact -> artifact.sha256() != null)
                                .map(artifact -> subject(artifact.path(), digest(artifact.sha256()))),
                        Stream.of(subject(BundlePaths.LOG, log)))
                .toList();
        return new Provenance(
                STATEMENT,
                subjects,
                PREDICATE,
                new Predicate(
                        new BuildDefinition(BUILD_TYPE, Map.of("spec", spec), dependencies(spec, result)),
                        new RunDetails(
                                Map.of("id", BUILDER + result.host()),
                                new Metadata(result.taskId().value(), result.createdAt(), result.endedAt()))));
    }

    private static Resource subject(String name, String sha256) {
        return new Resource(name, null, Map.of("sha256", sha256));
    }

    private static List<Resource> dependencies(TaskSpec spec, TaskResult result) {
        List<Resource> dependencies = new ArrayList<>();
        if (result.image() != null && result.imageDigest() != null) {
            dependencies.add(new Resource(
                    null,
                    ImageUrl.of(result.image(), result.imageDigest()),
                    Map.of("sha256", result.imageDigest().replace("sha256:", ""))));
        }
        for (InputFile file : spec.files()) {
            if (file.sha256() != null) {
                dependencies.add(new Resource(file.path(), null, Map.of("sha256", digest(file.sha256()))));
            }
        }
        return dependencies;
    }

    private static String digest(@Nullable String sha256) {
        return String.valueOf(sha256);
    }
}
