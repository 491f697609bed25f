package dev.holdfast.activities.artifacts;

import dev.holdfast.contract.Artifact;
import java.util.List;

/**
 * What was found in a workspace.
 *
 * @param artifacts by path: each is complete, a link, skipped with a reason or failed with a reason
 * @param warnings sentences for the user
 * @param mayPass some failed for a reason that may pass; collecting again then stores only what is missing
 */
public record CollectedArtifacts(List<Artifact> artifacts, List<String> warnings, boolean mayPass) {
    public CollectedArtifacts {
        artifacts = List.copyOf(artifacts);
        warnings = List.copyOf(warnings);
    }
}
