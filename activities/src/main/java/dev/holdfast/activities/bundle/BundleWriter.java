package dev.holdfast.activities.bundle;

import dev.holdfast.activities.artifacts.ArtifactStorage;
import dev.holdfast.activities.artifacts.BlobInfo;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.artifacts.LogArchive;
import dev.holdfast.activities.artifacts.WorkflowCopies;
import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.ResourceSamples;
import dev.holdfast.activities.history.TaskHistory;
import dev.holdfast.activities.reports.TaskTests;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.projects.reports.Ctrf;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes a task as a bundle. The same task gives the same bytes. */
public final class BundleWriter {
    private static final int PAGE = 1000;

    private final TaskHistory tasks;
    private final ResourceSamples samples;
    private final LogArchive logs;
    private final BlobStore blobs;
    private final TaskTests tests;
    private final WorkflowCopies workflows;

    public BundleWriter(HistoryDatabase history, ArtifactStorage storage) {
        this.tasks = history.tasks();
        this.samples = history.samples();
        this.logs = new LogArchive(history.logs(), storage.objects());
        this.blobs = storage.blobs();
        this.workflows = new WorkflowCopies(storage.objects());
        this.tests = new TaskTests(blobs);
    }

    /**
     * Everything but the bytes of files, ready to be written.
     *
     * @param workflow what Temporal has of the task, in its JSON; nothing when it has forgotten it
     */
    public Prepared prepare(TaskId taskId, Optional<String> workflow) throws IOException {
        TaskResult result = tasks.find(taskId)
                .filter(task -> task.state().terminal())
                .orElseThrow(() -> new BundleException("task '" + taskId + "' has not ended yet; wait for its end"));
        TaskSpec whole = tasks.findSpec(taskId).orElseThrow();
        TaskSpec spec = Redaction.of(whole);
        List<Artifact> artifacts = artifacts(taskId);
        Map<String, byte[]> documents = new LinkedHashMap<>();
        documents.put(BundlePaths.SPEC, json(spec));
        documents.put(BundlePaths.RESULT, json(result));
        documents.put(BundlePaths.ARTIFACTS, json(artifacts));
        workflow.map(json -> RedactedWorkflow.of(json, Redaction.hidden(whole)))
                .or(() -> workflows.find(taskId))
                .ifPresent(json -> documents.put(BundlePaths.WORKFLOW, json));
        tests.in(artifacts)
                .ifPresent(found -> documents.put(
                        BundlePaths.TESTS,
                        Ctrf.json(found.report(), result.createdAt(), Objects.requireNonNull(result.endedAt()))
                                .getBytes(StandardCharsets.UTF_8)));
        documents.put(BundlePaths.USAGE, json(samples.of(taskId)));
        documents.put(BundlePaths.ENVIRONMENT, json(Environment.of(spec, result)));
        Path log = Files.createTempFile("holdfast-bundle", ".log");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(log))) {
            logs.export(taskId, out);
        }
        documents.put(BundlePaths.PROVENANCE, json(Provenance.of(spec, result, artifacts, Hashes.of(log))));
        return new Prepared(taskId, documents, log, contents(spec, artifacts));
    }

    private List<Artifact> artifacts(TaskId taskId) {
        List<Artifact> all = new ArrayList<>();
        List<Artifact> page = tasks.artifacts(taskId, null, PAGE);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = tasks.artifacts(taskId, page.getLast().path(), PAGE);
        }
        return all;
    }

    /** Content of artifacts and inputs, each once, in the order of hashes; what is no longer stored is left out. */
    private List<BlobInfo> contents(TaskSpec spec, List<Artifact> artifacts) {
        return Stream.concat(
                        artifacts.stream().map(Artifact::sha256),
                        spec.files().stream().map(InputFile::sha256))
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .flatMap(sha256 -> blobs.stat(sha256).stream())
                .toList();
    }

    private static byte[] json(Object value) {
        return ContractJson.LENIENT.writeValueAsBytes(value);
    }

    /** A bundle whose manifest is known. */
    public final class Prepared implements AutoCloseable {
        private final Map<String, byte[]> documents;
        private final Path log;
        private final List<BlobInfo> contents;
        private final byte[] manifest;

        Prepared(TaskId taskId, Map<String, byte[]> documents, Path log, List<BlobInfo> contents) throws IOException {
            this.documents = documents;
            this.log = log;
            this.contents = contents;
            List<Manifest.File> files = new ArrayList<>();
            documents.forEach((path, bytes) -> files.add(new Manifest.File(path, Hashes.of(bytes), bytes.length)));
            files.add(new Manifest.File(BundlePaths.LOG, Hashes.of(log), Files.size(log)));
            contents.forEach(blob -> files.add(new Manifest.File(
                    BundlePaths.blob(blob.ref().sha256()),
                    blob.ref().sha256(),
                    blob.ref().size())));
            this.manifest = json(Manifest.of(taskId, files));
        }

        /** Stands for everything in it. */
        public String id() {
            return Hashes.of(manifest);
        }

        public void writeTo(OutputStream output) throws IOException {
            BundleArchive.Writer archive = new BundleArchive.Writer(output);
            archive.add(Manifest.PATH, manifest);
            for (Map.Entry<String, byte[]> document : documents.entrySet()) {
                archive.add(document.getKey(), document.getValue());
            }
            try (InputStream content = Files.newInputStream(log)) {
                archive.add(BundlePaths.LOG, Files.size(log), content);
            }
            for (BlobInfo blob : contents) {
                try (InputStream content = blobs.get(blob.ref().sha256())) {
                    archive.add(
                            BundlePaths.blob(blob.ref().sha256()), blob.ref().size(), content);
                }
            }
            archive.finish();
        }

        @Override
        public void close() throws IOException {
            Files.deleteIfExists(log);
        }
    }
}
