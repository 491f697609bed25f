package dev.holdfast.activities.sandbox.home;

import dev.holdfast.contract.ProjectId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * A directory of a project that outlives its sandboxes.
 *
 * @param name {@code volume}, or {@code cache-} and the tool's name
 * @param usedBytes on the host's disk
 * @param users the sandboxes that have it now
 */
public record KeptDirectory(
        ProjectId project, String name, Path path, long usedBytes, Instant lastUsed, List<String> users) {
    public KeptDirectory {
        users = List.copyOf(users);
    }
}
