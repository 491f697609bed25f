package dev.holdfast.activities.artifacts.s3;

import dev.holdfast.activities.artifacts.ArtifactError;
import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.activities.artifacts.S3Config;
import io.minio.errors.ErrorResponseException;
import io.minio.errors.MinioException;
import io.minio.errors.XmlParserException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Puts what the client throws into our words. */
final class S3Errors {
    private static final Set<String> CREDENTIALS =
            Set.of("InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken");
    private static final Set<String> MISSING = Set.of("NoSuchKey", "NoSuchObject", "NoSuchUpload");
    private static final Set<String> FULL =
            Set.of("XMinioStorageFull", "QuotaExceeded", "XMinioAdminBucketQuotaExceeded");
    private static final Set<String> PASSING =
            Set.of("RequestTimeout", "SlowDown", "OperationAborted", "XMinioInvalidObjectState");

    private final S3Config config;

    S3Errors(S3Config config) {
        this.config = config;
    }

    static Throwable unwrapped(Throwable failure) {
        Throwable inner = failure;
        while (inner.getCause() != null
                && (inner instanceof ExecutionException
                        || inner instanceof CompletionException
                        || inner.getClass() == MinioException.class)) {
            inner = inner.getCause();
        }
        return inner;
    }

    static boolean isBucketMissing(Throwable failure) {
        return hasCode(failure, "NoSuchBucket");
    }

    static boolean hasCode(Throwable failure, String... codes) {
        return failure instanceof ErrorResponseException answer
                && Set.of(codes).contains(answer.errorResponse().code());
    }

    /** @param doing what was tried, e.g. {@code store 12 bytes} */
    ArtifactException translate(String doing, Throwable failure) {
        return switch (failure) {
            case ArtifactException known -> known;
            case ErrorResponseException answer -> answered(doing, answer);
            case SSLHandshakeException tls -> untrusted(doing, tls);
            case SSLPeerUnverifiedException tls -> untrusted(doing, tls);
            case IOException silent ->
                error(
                        ArtifactError.STORAGE_UNAVAILABLE,
                        doing,
                        "it does not answer (" + said(silent) + "): check that it runs and that s3.endpoint is right",
                        silent);
            case XmlParserException unreadable -> senseless(ArtifactError.STORAGE_REFUSED, doing, unreadable);
            // Also what a proxy in between answers while the service is away.
            default -> senseless(ArtifactError.STORAGE_UNAVAILABLE, doing, failure);
        };
    }

    private ArtifactException senseless(ArtifactError error, String doing, Throwable failure) {
        return error(
                error,
                doing,
                "its answer makes no sense (" + said(failure)
                        + "): check that s3.endpoint is the address of an S3 service",
                failure);
    }

    private ArtifactException answered(String doing, ErrorResponseException answer) {
        String code = answer.errorResponse().code();
        int status = answer.response().code();
        String answered = code + ", " + answer.errorResponse().message();
        if (MISSING.contains(code)) {
            return error(ArtifactError.BLOB_MISSING, doing, "it is not there", answer);
        }
        if (FULL.contains(code) || status == 507) {
            return error(
                    ArtifactError.STORAGE_FULL, doing, "no space is left (" + answered + "): free or add some", answer);
        }
        if (CREDENTIALS.contains(code)) {
            return error(
                    ArtifactError.STORAGE_REFUSED,
                    doing,
                    "it refuses the credentials (" + answered + "): check s3.accessKey and s3.secretKey",
                    answer);
        }
        if (status == 401 || status == 403) {
            return error(
                    ArtifactError.STORAGE_REFUSED,
                    doing,
                    "it refuses this access key (" + answered + "): allow it to read, write and delete in bucket '"
                            + config.bucket() + "'",
                    answer);
        }
        if (status >= 500 || status == 408 || status == 429 || PASSING.contains(code)) {
            return error(
                    ArtifactError.STORAGE_UNAVAILABLE,
                    doing,
                    "it cannot now (" + answered + "): try again later",
                    answer);
        }
        return error(
                ArtifactError.STORAGE_REFUSED,
                doing,
                "it refuses (" + answered + "): check the settings under s3",
                answer);
    }

    private ArtifactException untrusted(String doing, IOException tls) {
        return error(
                ArtifactError.STORAGE_REFUSED,
                doing,
                "its certificate is not trusted (" + said(tls) + "): give the CA's file as SSL_CERT_FILE",
                tls);
    }

    private ArtifactException error(ArtifactError error, String doing, String why, Throwable cause) {
        return new ArtifactException(
                error, "could not " + doing + " in the artifact storage at " + config.endpoint() + ": " + why, cause);
    }

    private static String said(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    }
}
