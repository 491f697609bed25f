package dev.holdfast.activities.task;

import dev.holdfast.activities.artifacts.ArtifactCollector;
import dev.holdfast.activities.artifacts.ArtifactError;
import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.artifacts.CollectedArtifacts;
import dev.holdfast.activities.artifacts.InputStager;
import dev.holdfast.activities.history.TaskHistory;
import dev.holdfast.activities.sandbox.PutReport;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.PayloadRoom;
import dev.holdfast.workflows.SandboxActivities.CollectRequest;
import dev.holdfast.workflows.SandboxActivities.Collected;
import dev.holdfast.workflows.SandboxActivities.LookRequest;
import dev.holdfast.workflows.SandboxActivities.Looked;
import dev.holdfast.workflows.SandboxActivities.Staged;
import io.temporal.activity.Activity;
import java.util.List;

/** Files from and to the blob store; the history lists all artifacts, the workflow hears of the first. */
public final class StoredTaskFiles implements TaskFiles {
    private static final int ARTIFACTS_IN_A_PAYLOAD = 100;

    /** From this attempt on, what could not be stored is listed as failed instead of tried again. */
    private static final int LAST_ATTEMPT = 4;

    private final InputStager stager;
    private final CodeCheck code;
    private final ArtifactCollector collector;
    private final WorkspaceLook workspace;
    private final TaskHistory history;

    public StoredTaskFiles(InputStager stager, ArtifactCollector collector, BlobStore blobs, TaskHistory history) {
        this.workspace = new WorkspaceLook(blobs);
        this.stager = stager;
        this.code = new CodeCheck(stager);
        this.collector = collector;
        this.history = history;
    }

    @Override
    public Staged bringIn(TaskSpec spec, Limits limits, Supervisor supervisor, Runnable still) {
        List<String> warnings = code.look(spec, still);
        PutReport report = stager.stage(supervisor, spec.files(), limits, still);
        return new Staged(report.files(), report.bytes(), warnings);
    }

    @Override
    public Looked look(LookRequest request, Supervisor supervisor, Runnable still) {
        return workspace.look(request, supervisor, still);
    }

    @Override
    public Collected bringOut(CollectRequest request, Supervisor supervisor, Runnable still) {
        CollectedArtifacts collected = collector.collect(
                supervisor,
                request.task().taskId(),
                request.task().spec().artifacts(),
                request.reservation().limits(),
                still);
        if (collected.mayPass() && Activity.getExecutionContext().getInfo().getAttempt() < LAST_ATTEMPT) {
            throw new ArtifactException(
                    ArtifactError.STORAGE_UNAVAILABLE, "some artifacts could not be stored yet; trying again");
        }
        List<Artifact> artifacts = collected.artifacts();
        List<Artifact> first =
                PayloadRoom.first(artifacts.subList(0, Math.min(artifacts.size(), ARTIFACTS_IN_A_PAYLOAD)));
        // Fewer than that are all in the task's row.
        if (artifacts.size() > first.size()) {
            history.recordArtifacts(request.task().taskId(), artifacts);
        }
        return new Collected(first, artifacts.size(), collected.warnings());
    }
}
