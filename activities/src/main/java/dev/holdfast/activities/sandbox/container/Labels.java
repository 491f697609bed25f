package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The labels by which we know our containers. */
final class Labels {
    static final String MANAGED = "dev.holdfast.managed";
    static final String INSTANCE = "dev.holdfast.instance";
    static final String SANDBOX = "dev.holdfast.sandbox";
    static final String HOLDER = "dev.holdfast.holder";
    /** Of a container that is never started and keeps its image from being removed. */
    static final String KEPT_IMAGE = "dev.holdfast.kept-image";

    private static final String TASK = "dev.holdfast.task";
    private static final String PROJECT = "dev.holdfast.project";
    private static final String IMAGE_DIGEST = "dev.holdfast.image-digest";
    /** In front of the caller's own, so that they cannot pass for ours. */
    private static final String CALLERS = "dev.holdfast.label.";

    private Labels() {}

    static Map<String, String> of(SandboxRequest request, String instance, String imageDigest) {
        Map<String, String> labels = own(instance);
        labels.put(SANDBOX, request.id().value());
        labels.put(PROJECT, request.project().value());
        labels.put(IMAGE_DIGEST, imageDigest);
        if (request.taskId() != null) {
            labels.put(TASK, request.taskId().value());
        }
        request.labels().forEach((name, value) -> labels.put(CALLERS + name, value));
        return labels;
    }

    /** What everything of this installation has. */
    static Map<String, String> own(String instance) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(MANAGED, "true");
        labels.put(INSTANCE, instance);
        return labels;
    }

    static boolean isOurs(@Nullable Map<String, String> labels, String instance, SandboxId id) {
        return labels != null
                && "true".equals(labels.get(MANAGED))
                && instance.equals(labels.get(INSTANCE))
                && id.value().equals(labels.get(SANDBOX));
    }

    static @Nullable String task(Map<String, String> labels) {
        return labels.get(TASK);
    }

    static @Nullable String project(Map<String, String> labels) {
        return labels.get(PROJECT);
    }

    static @Nullable String imageDigest(Map<String, String> labels) {
        return labels.get(IMAGE_DIGEST);
    }

    static Map<String, String> callers(Map<String, String> labels) {
        Map<String, String> callers = new TreeMap<>();
        labels.forEach((name, value) -> {
            if (name.startsWith(CALLERS)) {
                callers.put(name.substring(CALLERS.length()), value);
            }
        });
        return callers;
    }
}
