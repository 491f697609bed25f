package dev.holdfast.api.files;

import dev.holdfast.activities.artifacts.BlobRef;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.artifacts.ByteRange;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.StoredFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Uploads for tasks, and downloads of what they left behind. Bytes pass through; nothing is kept here. */
public final class StoredFiles {
    private final BlobStore blobs;
    private final DataSize limit;

    public StoredFiles(BlobStore blobs, DataSize limit) {
        this.blobs = blobs;
        this.limit = limit;
    }

    /**
     * @param size what the caller says it is, or {@link BlobStore#UNKNOWN_SIZE}
     * @throws UploadTooLarge when it is more than the limit
     */
    public StoredFile upload(InputStream content, long size) throws IOException {
        if (size > limit.bytes()) {
            throw new UploadTooLarge(limit);
        }
        BlobRef stored = blobs.put(new BoundedStream(content, limit), size);
        return new StoredFile(stored.sha256(), stored.size());
    }

    /** Better now, where the caller still listens, than when the task is being staged. */
    public void requireUploaded(TaskSpec spec) {
        List<InputFile> files = spec.files();
        for (int number = 0; number < files.size(); number++) {
            String sha256 = files.get(number).sha256();
            if (sha256 != null && !blobs.exists(sha256)) {
                throw new UnknownUpload(number, files.get(number));
            }
        }
    }

    public InputStream download(String sha256, ByteRange range) {
        return blobs.get(sha256, range);
    }
}
