package dev.holdfast.activities.artifacts.s3;

import dev.holdfast.activities.artifacts.ArtifactError;
import dev.holdfast.activities.artifacts.ArtifactException;
import io.minio.AbortMultipartUploadArgs;
import io.minio.ListMultipartUploadsArgs;
import io.minio.RemoveObjectArgs;
import io.minio.errors.XmlParserException;
import io.minio.messages.Item;
import io.minio.messages.ListMultipartUploadsResult;
import io.minio.messages.ListMultipartUploadsResult.Upload;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes what uploads that were cut off left behind. */
final class S3Sweep {
    private static final Logger LOG = LoggerFactory.getLogger(S3Sweep.class);

    private final S3Connection connection;
    private final Clock clock;

    S3Sweep(S3Connection connection, Clock clock) {
        this.connection = connection;
        this.clock = clock;
    }

    int olderThan(Duration age) {
        Instant before = clock.instant().minus(age);
        int removed = 0;
        for (Item item : incoming()) {
            if (!item.lastModified().toInstant().isAfter(before)) {
                remove(item.objectName());
                removed++;
            }
        }
        for (Upload upload : uploads()) {
            if (!upload.initiated().toInstant().isAfter(before)) {
                abort(upload);
                removed++;
            }
        }
        return removed;
    }

    private List<Item> incoming() {
        List<Item> items = new ArrayList<>();
        new S3Listing(connection).forEach(S3Blobs.INCOMING, items::add);
        return items;
    }

    private List<Upload> uploads() {
        List<Upload> uploads = new ArrayList<>();
        @Nullable String key = null;
        @Nullable String id = null;
        boolean more;
        do {
            // Not by prefix: some services know only whole names here. The bucket is ours alone.
            var args = ListMultipartUploadsArgs.builder()
                    .bucket(connection.bucket())
                    .keyMarker(key)
                    .uploadIdMarker(id)
                    .build();
            ListMultipartUploadsResult page;
            try {
                page = connection
                        .request("list unfinished uploads", client -> client.listMultipartUploads(args))
                        .result();
            } catch (ArtifactException problem) {
                if (problem.getCause() instanceof XmlParserException) {
                    // MinIO's answer, which its own client cannot read; MinIO removes these itself after a day.
                    return uploads;
                }
                throw problem;
            }
            uploads.addAll(page.uploads());
            key = page.nextKeyMarker();
            id = page.nextUploadIdMarker();
            more = page.isTruncated();
        } while (more);
        return uploads;
    }

    private void remove(String object) {
        var args = RemoveObjectArgs.builder()
                .bucket(connection.bucket())
                .object(object)
                .build();
        connection.request("remove " + object, client -> client.removeObject(args));
    }

    private void abort(Upload upload) {
        var args = AbortMultipartUploadArgs.builder()
                .bucket(connection.bucket())
                .object(upload.objectName())
                .uploadId(upload.uploadId())
                .build();
        try {
            connection.request("abort an upload", client -> client.abortMultipartUpload(args));
        } catch (ArtifactException ended) {
            if (ended.error() != ArtifactError.BLOB_MISSING) {
                throw ended;
            }
            LOG.debug("the upload of {} ended meanwhile", upload.objectName());
        }
    }
}
