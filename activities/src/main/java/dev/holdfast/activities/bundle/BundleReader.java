package dev.holdfast.activities.bundle;

import dev.holdfast.activities.artifacts.ArtifactStorage;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.artifacts.LogArchive;
import dev.holdfast.activities.artifacts.WorkflowCopies;
import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.ResourceSample;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import dev.holdfast.workflows.TaskRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** Takes a bundle in, when every part of it is there and has the hash that the manifest says. */
public final class BundleReader {
    private static final long VERSION_OF_A_COPY = Long.MAX_VALUE;

    private final HistoryDatabase history;
    private final BlobStore blobs;
    private final WorkflowCopies workflows;
    private final Clock clock;

    public BundleReader(HistoryDatabase history, ArtifactStorage storage, Clock clock) {
        this.history = history;
        this.blobs = storage.blobs();
        this.workflows = new WorkflowCopies(storage.objects());
        this.clock = clock;
    }

    /**
     * @param as another id than the one that the task has
     * @param importedBy for the audit
     * @param allowed throws when the caller has no business with that project
     * @throws BundleException when the bundle was changed, is cut or of another kind; nothing is shown of it then
     */
    public TaskResult read(InputStream bundle, @Nullable TaskId as, String importedBy, Consumer<ProjectId> allowed)
            throws IOException {
        Path log = Files.createTempFile("holdfast-bundle", ".log");
        try {
            Unpacking unpacking = new Unpacking(blobs, log);
            unpacking.read(bundle);
            return store(unpacking, log, as, importedBy, allowed);
        } catch (JacksonException | IllegalArgumentException | NullPointerException | ClassCastException malformed) {
            // Whoever writes a bundle by hand may leave out anything.
            throw new BundleException("one of its documents cannot be read: " + firstLine(malformed));
        } finally {
            Files.deleteIfExists(log);
        }
    }

    private TaskResult store(
            Unpacking unpacked, Path log, @Nullable TaskId as, String importedBy, Consumer<ProjectId> allowed)
            throws IOException {
        TaskId taskId = as == null ? unpacked.manifest().task() : as;
        TaskSpec spec = ContractJson.LENIENT.readValue(unpacked.document(BundlePaths.SPEC), TaskSpec.class);
        ObjectNode tree = (ObjectNode) ContractJson.LENIENT.readTree(unpacked.document(BundlePaths.RESULT));
        TaskResult result = ContractJson.LENIENT.treeToValue(tree.put("taskId", taskId.value()), TaskResult.class);
        allowed.accept(spec.project());
        if (!result.project().equals(spec.project()) || !result.state().terminal()) {
            throw new BundleException("spec and result do not belong together");
        }
        List<Artifact> artifacts = Arrays.asList(
                ContractJson.LENIENT.readValue(unpacked.document(BundlePaths.ARTIFACTS), Artifact[].class));
        String id = unpacked.id();
        if (!history.tasks()
                .recordImported(
                        new HistoryEntry(new TaskRequest(taskId, spec, importedBy), VERSION_OF_A_COPY, result), id)) {
            throw new BundleException("task '" + taskId + "' exists here already; import it under another id");
        }
        if (!artifacts.isEmpty()) {
            history.tasks().recordArtifacts(taskId, artifacts);
        }
        for (ResourceSample sample :
                ContractJson.LENIENT.readValue(unpacked.document(BundlePaths.USAGE), ResourceSample[].class)) {
            history.samples().record(taskId, sample);
        }
        try (InputStream lines = Files.newInputStream(log)) {
            LogArchive.load(lines, taskId, history.logs()::append);
        }
        Optional<byte[]> workflow = unpacked.optional(BundlePaths.WORKFLOW);
        if (workflow.isPresent()) {
            workflows.store(taskId, workflow.get());
        }
        unpacked.contents()
                .forEach((sha256, size) ->
                        history.uploadOwners().record(spec.project(), sha256, size, importedBy, clock.instant()));
        return result;
    }

    private static String firstLine(Exception problem) {
        return String.valueOf(problem.getMessage()).lines().findFirst().orElse("");
    }
}
