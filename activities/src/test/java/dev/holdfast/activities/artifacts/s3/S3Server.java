package dev.holdfast.activities.artifacts.s3;

import dev.holdfast.activities.artifacts.S3Config;
import java.net.URI;

/** An S3 service for tests, on loopback. */
public interface S3Server extends AutoCloseable {
    URI endpoint();

    String accessKey();

    String secretKey();

    @Override
    void close();

    default S3Config config(String bucket) {
        return configAt(endpoint(), bucket);
    }

    /** The same server reached by another way. */
    default S3Config configAt(URI address, String bucket) {
        return new S3Config(address.toString(), accessKey(), secretKey(), bucket, null, null);
    }
}
