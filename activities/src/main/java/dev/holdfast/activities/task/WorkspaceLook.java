package dev.holdfast.activities.task;

import dev.holdfast.activities.artifacts.BlobRef;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.sandbox.FileEntry;
import dev.holdfast.activities.sandbox.GetRequest;
import dev.holdfast.activities.sandbox.Listing;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.JsonText;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.WorkspaceEntry;
import dev.holdfast.contract.rest.StoredFile;
import dev.holdfast.contract.rest.WorkspacePage;
import dev.holdfast.workflows.SandboxActivities.Look;
import dev.holdfast.workflows.SandboxActivities.LookRequest;
import dev.holdfast.workflows.SandboxActivities.Looked;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** A look into a workspace while it is there. Bytes go to the blob store: a payload of Temporal has no room for them. */
final class WorkspaceLook {
    /** Of a page, as JSON: what a payload has room for, with much to spare. */
    private static final int MOST_BYTES = 192 * 1024;

    /** At most, of all of an entry but its path and its link. */
    private static final int FIELDS = 144;

    private final BlobStore blobs;

    WorkspaceLook(BlobStore blobs) {
        this.blobs = blobs;
    }

    Looked look(LookRequest request, Supervisor supervisor, Runnable still) {
        Look look = request.look();
        try {
            return look.content()
                    ? new Looked(
                            null, content(look.path(), request.reservation().limits(), supervisor, still), null)
                    : new Looked(page(look, supervisor), null, null);
        } catch (SandboxException nothing) {
            if (nothing.error() == SandboxError.NOT_FOUND || nothing.error() == SandboxError.REFUSED) {
                return new Looked(null, null, nothing.getMessage());
            }
            throw nothing;
        }
    }

    private static WorkspacePage page(Look look, Supervisor supervisor) {
        Listing listing = supervisor.list(look.path(), look.recursive(), look.limit(), look.after());
        List<WorkspaceEntry> entries = new ArrayList<>();
        int bytes = 0;
        for (FileEntry entry : listing.entries()) {
            bytes +=
                    FIELDS + JsonText.length(entry.path()) + (entry.link() == null ? 0 : JsonText.length(entry.link()));
            if (bytes > MOST_BYTES && !entries.isEmpty()) {
                return new WorkspacePage(entries, last(entries));
            }
            entries.add(new WorkspaceEntry(
                    entry.path(),
                    entry.type(),
                    entry.size(),
                    entry.mode(),
                    Instant.ofEpochMilli(entry.mtimeMs()),
                    entry.link()));
        }
        return new WorkspacePage(entries, listing.more() && !entries.isEmpty() ? last(entries) : null);
    }

    private static String last(List<WorkspaceEntry> entries) {
        return entries.get(entries.size() - 1).path();
    }

    /** A file as it is; a directory as the tar archive that the supervisor makes of it. */
    private StoredFile content(String path, Limits limits, Supervisor supervisor, Runnable still) {
        boolean directory = supervisor.stat(path).type().equals("dir");
        DataSize most = Objects.requireNonNull(limits.orElse(Limits.DEFAULTS).artifacts());
        GetRequest request = new GetRequest(path, List.of(), List.of(), most.bytes(), 0, most.bytes());
        BlobRef[] stored = new BlobRef[1];
        supervisor.get(request, tar -> stored[0] = store(directory ? tar : onlyFile(tar), still));
        BlobRef blob = stored[0];
        if (blob == null) {
            throw new SandboxException(SandboxError.INTERNAL, "the supervisor sent nothing for '" + path + "'");
        }
        return new StoredFile(blob.sha256(), blob.size());
    }

    private BlobRef store(InputStream content, Runnable still) throws IOException {
        return blobs.put(new Watched(content, still), BlobStore.UNKNOWN_SIZE);
    }

    private static InputStream onlyFile(InputStream tar) throws IOException {
        TarArchiveInputStream entries = new TarArchiveInputStream(tar);
        TarArchiveEntry entry = entries.getNextEntry();
        if (entry == null || !entry.isFile() || entry.isLink() || entry.isSymbolicLink()) {
            throw new SandboxException(
                    SandboxError.REFUSED,
                    "it is neither a file nor a directory, or larger than the task's artifacts may be");
        }
        return entries;
    }

    /** Asks now and then whether anybody still waits. */
    private static final class Watched extends FilterInputStream {
        private final Runnable still;

        Watched(InputStream content, Runnable still) {
            super(content);
            this.still = still;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            still.run();
            return super.read(bytes, offset, length);
        }
    }
}
