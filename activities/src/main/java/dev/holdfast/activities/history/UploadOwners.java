package dev.holdfast.activities.history;

import dev.holdfast.contract.ProjectId;
import java.time.Instant;

/** Which project may use which content. Content is stored once for all, so its hash alone must not give it away. */
public interface UploadOwners {
    void record(ProjectId project, String sha256, long size, String uploadedBy, Instant at);

    /** Whether the project uploaded it, or one of its tasks made it. */
    boolean mayUse(ProjectId project, String sha256);
}
