package dev.holdfast.activities.artifacts;

import dev.holdfast.contract.InvalidFieldException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where files are kept: MinIO or any other S3 service.
 *
 * @param endpoint e.g. {@code http://127.0.0.1:9000}
 * @param bucket made on first use if it is missing
 * @param region {@value #DEFAULT_REGION} when left out
 * @param publicEndpoint where callers reach the same service, for addresses that are handed to them; the endpoint when left out
 */
public record S3Config(
        String endpoint,
        String accessKey,
        String secretKey,
        String bucket,
        @Nullable String region,
        @Nullable String publicEndpoint) {
    public static final String DEFAULT_REGION = "us-east-1";

    private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
    private static final Pattern REGION = Pattern.compile("[A-Za-z0-9-]{1,64}");

    public S3Config {
        checkEndpoint("s3.endpoint", endpoint);
        required("s3.accessKey", accessKey);
        required("s3.secretKey", secretKey);
        required("s3.bucket", bucket);
        if (!BUCKET.matcher(bucket).matches() || bucket.contains("..")) {
            throw new InvalidFieldException(
                    "s3.bucket",
                    "'" + bucket + "' is not a bucket's name: 3 to 63 lower-case letters, digits, '.' or '-'");
        }
        region = region == null || region.isBlank() ? DEFAULT_REGION : region;
        if (!REGION.matcher(region).matches()) {
            throw new InvalidFieldException("s3.region", "'" + region + "' is not a region; write it like us-east-1");
        }
        publicEndpoint = publicEndpoint == null || publicEndpoint.isBlank() ? endpoint : publicEndpoint;
        checkEndpoint("s3.publicEndpoint", publicEndpoint);
    }

    private static void checkEndpoint(String field, @Nullable String endpoint) {
        required(field, endpoint);
        try {
            URI address = new URI(String.valueOf(endpoint));
            boolean known = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            boolean bare = address.getPath().isEmpty() || address.getPath().equals("/");
            if (!known || address.getHost() == null || !bare || address.getUserInfo() != null) {
                throw notAnAddress(field, endpoint);
            }
        } catch (URISyntaxException malformed) {
            throw notAnAddress(field, endpoint);
        }
    }

    private static InvalidFieldException notAnAddress(String field, @Nullable String endpoint) {
        return new InvalidFieldException(
                field, "'" + endpoint + "' is not an address; write it like http://127.0.0.1:9000");
    }

    private static void required(String field, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new InvalidFieldException(field, "is missing");
        }
    }

    /** Without the secret: configurations end up in logs. */
    @Override
    public String toString() {
        return "S3Config[endpoint=" + endpoint + ", accessKey=" + accessKey + ", bucket=" + bucket + ", region="
                + region + "]";
    }
}
