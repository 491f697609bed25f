package dev.holdfast.activities.artifacts;

import dev.holdfast.activities.sandbox.GetReport;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.Artifact.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** One pass over what the supervisor packed. Entries only become records and blobs: nothing is written to a path. */
final class WorkspaceReading {
    private final CollectionPlan plan;
    private final Uploads uploads;
    private final Runnable heartbeat;
    private final Map<String, Future<Artifact>> files = new LinkedHashMap<>();
    private final Map<String, String> hardLinks = new LinkedHashMap<>();
    private final Map<String, Artifact> results = new TreeMap<>();
    private final Omissions omissions = new Omissions();
    private long taken;
    private long bytes;

    WorkspaceReading(CollectionPlan plan, Uploads uploads, Runnable heartbeat) {
        this.plan = plan;
        this.uploads = uploads;
        this.heartbeat = heartbeat;
    }

    void read(InputStream tar) throws IOException {
        // Not closed: the stream is the supervisor's.
        TarArchiveInputStream entries = new TarArchiveInputStream(tar, StandardCharsets.UTF_8.name());
        for (TarArchiveEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
            if (!entry.isDirectory()) {
                take(entry, EntryNames.path(entry), entries);
                heartbeat.run();
            }
        }
    }

    private void take(TarArchiveEntry entry, String path, InputStream content) throws IOException {
        if (taken >= plan.maxFiles()) {
            skip(path, entry.getSize(), "max_files: more than " + plan.maxFiles() + " files");
        } else if (entry.isSymbolicLink()) {
            taken++;
            results.put(path, new Artifact(path, Status.LINK, 0, null, null, EntryNames.linkTarget(entry), null));
        } else if (entry.isLink()) {
            taken++;
            hardLinks.put(path, EntryNames.linkTarget(entry));
        } else if (isPlainFile(entry)) {
            takeFile(path, entry.getSize(), content);
        } else {
            skip(path, 0, "special: neither a file nor a link");
        }
    }

    private static boolean isPlainFile(TarArchiveEntry entry) {
        return entry.getLinkFlag() == TarConstants.LF_NORMAL || entry.getLinkFlag() == TarConstants.LF_OLDNORM;
    }

    private void takeFile(String path, long size, InputStream content) throws IOException {
        Optional<String> glob = plan.sensitive().find(path);
        if (glob.isPresent()) {
            skip(path, size, "sensitive: it may hold secrets (" + glob.get() + ")");
            return;
        }
        if (size > plan.maxBytes().bytes() - bytes) {
            skip(path, size, "max_bytes: " + size + " bytes do not fit into " + plan.maxBytes() + " for all");
            return;
        }
        taken++;
        bytes += size;
        files.put(
                path,
                size <= UploadBounds.SMALL_FILE
                        ? uploads.start(path, content, (int) size)
                        : uploads.stream(path, content, size));
    }

    private void skip(String path, long size, String reason) {
        if (omissions.add(path, reason)) {
            results.put(path, new Artifact(path, Status.SKIPPED, size, null, null, null, reason));
        }
    }

    /** Waits for the uploads and puts together what both sides know. */
    CollectedArtifacts finish(GetReport report) {
        try {
            for (Map.Entry<String, Future<Artifact>> file : files.entrySet()) {
                results.put(file.getKey(), uploads.await(file.getValue()));
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // their content was in memory or is read already
        }
        report.skipped().forEach(this::merge);
        omissions.addUnlisted(report.skippedMore());
        hardLinks.forEach((path, target) -> results.put(path, linked(path, target)));
        return new CollectedArtifacts(
                results.values().stream().toList(), omissions.warnings(results.values(), plan), uploads.mayPass());
    }

    private void merge(GetReport.Skipped skipped) {
        String path = skipped.path().isEmpty() ? "." : skipped.path();
        String reason = skipped.reason();
        Artifact collected = results.get(path);
        if (collected == null) {
            boolean unreadable = Omissions.code(reason).equals("unreadable");
            if (unreadable || omissions.add(path, reason)) {
                Status status = unreadable ? Status.FAILED : Status.SKIPPED;
                results.put(path, new Artifact(path, status, 0, null, null, null, reason));
            }
        } else if (collected.status() == Status.COMPLETE) {
            // Bytes of one moment are an artifact, even if the file was written to later; filled up with zeros they are
            // none.
            boolean ofOneSize = reason.startsWith("changed:") && reason.contains("collected with");
            results.put(path, ofOneSize ? withReason(collected, reason) : failed(collected, reason));
        }
    }

    /** A hard link is the same file under another name: stored once, listed twice. */
    private Artifact linked(String path, String target) {
        Artifact first = results.get(target);
        if (first == null) {
            return new Artifact(
                    path,
                    Status.FAILED,
                    0,
                    null,
                    null,
                    null,
                    "the file that it is a hard link to was not collected: " + target);
        }
        String reason =
                first.status() == Status.SKIPPED ? "same file as " + target + ", " + first.reason() : first.reason();
        return new Artifact(path, first.status(), first.size(), first.sha256(), first.contentType(), null, reason);
    }

    private static Artifact withReason(Artifact artifact, String reason) {
        return new Artifact(
                artifact.path(),
                artifact.status(),
                artifact.size(),
                artifact.sha256(),
                artifact.contentType(),
                null,
                reason);
    }

    private static Artifact failed(Artifact artifact, String reason) {
        return new Artifact(artifact.path(), Status.FAILED, artifact.size(), null, null, null, reason);
    }
}
