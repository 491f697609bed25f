package dev.holdfast.api.files;

import dev.holdfast.activities.artifacts.ArtifactError;
import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.activities.artifacts.BlobRef;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.artifacts.ByteRange;
import dev.holdfast.activities.artifacts.InputStager;
import dev.holdfast.activities.history.UploadOwners;
import dev.holdfast.api.access.Caller;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.ArtifactLink;
import dev.holdfast.contract.rest.StoredFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Uploads for tasks, and downloads of what they left behind. Bytes pass through; nothing is kept here. */
public final class StoredFiles {
    private final BlobStore blobs;
    private final UploadOwners owners;
    private final InputStager stager;
    private final DataSize limit;
    private final Clock clock;

    public StoredFiles(BlobStore blobs, UploadOwners owners, DataSize limit, Clock clock) {
        this.blobs = blobs;
        this.stager = new InputStager(blobs);
        this.owners = owners;
        this.limit = limit;
        this.clock = clock;
    }

    /**
     * @param size what the caller says it is, or {@link BlobStore#UNKNOWN_SIZE}
     * @throws UploadTooLarge when it is more than the limit
     */
    public StoredFile upload(InputStream content, long size, Caller caller) throws IOException {
        if (size > limit.bytes()) {
            throw new UploadTooLarge(limit);
        }
        BlobRef stored = blobs.put(new BoundedStream(content, limit), size);
        if (caller.project() != null) {
            owners.record(caller.project(), stored.sha256(), stored.size(), caller.name(), clock.instant());
        }
        return new StoredFile(stored.sha256(), stored.size());
    }

    /** Better now, where the caller still listens, than when the task is being staged. */
    public void requireUploaded(TaskSpec spec, Caller caller) {
        List<InputFile> files = spec.files();
        for (int number = 0; number < files.size(); number++) {
            String sha256 = files.get(number).sha256();
            if (sha256 != null && !(mayUse(sha256, caller) && blobs.exists(sha256))) {
                throw new UnknownUpload(number, files.get(number));
            }
            requireWholesome(number, files.get(number));
        }
    }

    /** An archive that leads out of its directory is the caller's to mend. */
    private void requireWholesome(int number, InputFile file) {
        if (!file.unpack()) {
            return;
        }
        try {
            stager.check(List.of(file));
        } catch (ArtifactException wrong) {
            if (wrong.error() != ArtifactError.ARCHIVE_INVALID && wrong.error() != ArtifactError.TOO_LARGE) {
                throw wrong;
            }
            throw new InvalidFieldException("files[" + number + "]", String.valueOf(wrong.getMessage()));
        }
    }

    /** Content is stored once for all: knowing its hash does not make it the caller's. */
    private boolean mayUse(String sha256, Caller caller) {
        return caller.project() == null || owners.mayUse(caller.project(), sha256);
    }

    /** An address from which anybody may fetch a complete artifact for that long, without passing through here. */
    public ArtifactLink link(Artifact artifact, Duration lifetime) {
        String sha256 = Objects.requireNonNull(artifact.sha256());
        String type = artifact.contentType() == null ? "application/octet-stream" : artifact.contentType();
        // Taken before it is signed: the address is good for at least as long as it says.
        Instant now = clock.instant();
        URI address = blobs.presign(sha256, artifact.path(), type, lifetime);
        return new ArtifactLink(artifact.path(), address, now.plus(lifetime), artifact.size(), sha256);
    }

    public InputStream download(String sha256, ByteRange range) {
        return blobs.get(sha256, range);
    }
}
