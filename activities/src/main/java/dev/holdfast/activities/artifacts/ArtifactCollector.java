package dev.holdfast.activities.artifacts;

import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.TaskId;

/**
 * Brings files out of a sandbox into the blob store, in one pass over a tar stream: small files are read into memory
 * and stored many at once, large ones flow through. All collections of one collector share its bounds.
 */
public final class ArtifactCollector {
    public static final int DEFAULT_MAX_FILES = 10_000;

    private final BlobStore blobs;
    private final SensitiveFiles sensitive;
    private final UploadBounds bounds = new UploadBounds();

    public ArtifactCollector(BlobStore blobs, SensitiveFiles sensitive) {
        this.blobs = blobs;
        this.sensitive = sensitive;
    }

    /**
     * Collects {@code .artifacts/**} and what the spec includes. What cannot be stored is listed as failed; only a
     * sandbox that cannot be read is an exception, the supervisor's own.
     *
     * @param heartbeat called on the calling thread after each file and about each second while waiting; what it throws
     *     ends the collection and is thrown on
     */
    public CollectedArtifacts collect(
            Supervisor supervisor, TaskId taskId, ArtifactSpec spec, Limits limits, Runnable heartbeat) {
        CollectionPlan plan = CollectionPlan.of(spec, limits.orElse(Limits.DEFAULTS), sensitive.matcher());
        try (Uploads uploads = new Uploads(blobs, bounds, taskId, heartbeat)) {
            WorkspaceReading reading = new WorkspaceReading(plan, uploads, heartbeat);
            var report = supervisor.get(plan.request(), reading::read);
            return reading.finish(report);
        }
    }
}
