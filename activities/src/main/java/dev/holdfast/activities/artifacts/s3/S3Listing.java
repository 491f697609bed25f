package dev.holdfast.activities.artifacts.s3;

import io.minio.ListObjectsV2Args;
import io.minio.messages.Item;
import io.minio.messages.ListBucketResultV2;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The objects whose names begin alike. */
final class S3Listing {
    private final S3Connection connection;

    S3Listing(S3Connection connection) {
        this.connection = connection;
    }

    void forEach(String prefix, Consumer<Item> items) {
        @Nullable String token = null;
        do {
            var args = ListObjectsV2Args.builder()
                    .bucket(connection.bucket())
                    .prefix(prefix)
                    .continuationToken(token)
                    .build();
            ListBucketResultV2 page = connection
                    .request("list " + prefix, client -> client.listObjectsV2(args))
                    .result();
            page.contents().forEach(items);
            token = page.isTruncated() ? page.nextContinuationToken() : null;
        } while (token != null);
    }
}
