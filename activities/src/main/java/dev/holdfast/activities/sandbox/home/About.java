package dev.holdfast.activities.sandbox.home;

import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.contract.Executor;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is written down of a sandbox before anything of it is made, so that its remains can be told from others'.
 *
 * @param volumes what it has of its project's volumes and caches, by name
 */
public record About(
        SandboxId id,
        Executor executor,
        Instant createdAt,
        @Nullable String task,
        String project,
        Map<String, String> labels,
        List<String> volumes) {
    public About {
        labels = Map.copyOf(labels);
        volumes = volumes == null ? List.of() : List.copyOf(volumes);
    }

    public static About of(SandboxRequest request, Executor executor) {
        String task = request.taskId() == null ? null : request.taskId().value();
        return new About(
                request.id(),
                executor,
                Instant.now(),
                task,
                request.project().value(),
                request.labels(),
                ProjectVolumes.names(request));
    }
}
