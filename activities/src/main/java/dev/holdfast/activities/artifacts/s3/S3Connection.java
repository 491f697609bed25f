package dev.holdfast.activities.artifacts.s3;

import dev.holdfast.activities.artifacts.ArtifactError;
import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.activities.artifacts.S3Config;
import io.minio.Http;
import io.minio.MakeBucketArgs;
import io.minio.MinioAsyncClient;
import io.minio.errors.MinioException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;

/** The client: sends requests, tries again what may pass, and makes the bucket when it turns out to be missing. */
final class S3Connection implements AutoCloseable {
    private static final int REQUESTS_AT_ONCE = 256;
    /** As many as collections use at once: with the client's usual 5, most of their requests would connect anew. */
    private static final int IDLE_CONNECTIONS = 128;

    private final S3Config config;
    private final S3Tuning tuning;
    private final S3Errors errors;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final OkHttpClient http;
    private final MinioAsyncClient requests;
    private final MinioAsyncClient downloads;
    private final MinioAsyncClient serverWork;
    private final MinioAsyncClient signer;
    private final Semaphore buffers;

    S3Connection(S3Config config, S3Tuning tuning) {
        this.config = config;
        this.tuning = tuning;
        this.errors = new S3Errors(config);
        this.http = http(config, tuning, threads);
        this.requests = client(http.newBuilder().callTimeout(tuning.request()).build());
        this.downloads = client(http);
        this.serverWork =
                client(http.newBuilder().readTimeout(tuning.serverWork()).build());
        this.signer = client(http, Objects.requireNonNull(config.publicEndpoint()));
        this.buffers = new Semaphore(tuning.buffers());
    }

    /** The client's own retries are left out by giving it a plain HTTP client: ours are the only ones. */
    private static OkHttpClient http(S3Config config, S3Tuning tuning, ExecutorService threads) {
        Dispatcher dispatcher = new Dispatcher(threads);
        dispatcher.setMaxRequests(REQUESTS_AT_ONCE);
        dispatcher.setMaxRequestsPerHost(REQUESTS_AT_ONCE);
        OkHttpClient.Builder plain = new OkHttpClient.Builder()
                .dispatcher(dispatcher)
                .connectionPool(new ConnectionPool(IDLE_CONNECTIONS, 1, TimeUnit.MINUTES))
                .protocols(List.of(Protocol.HTTP_1_1))
                .connectTimeout(tuning.connect())
                .readTimeout(tuning.silence())
                .writeTimeout(tuning.silence());
        return config.endpoint().startsWith("https:")
                ? trusting(plain.build())
                // Saves reading the certificates, which takes longer than all else at start.
                : plain.connectionSpecs(List.of(ConnectionSpec.CLEARTEXT)).build();
    }

    private static OkHttpClient trusting(OkHttpClient client) {
        try {
            return Http.enableExternalCertificatesFromEnv(client);
        } catch (MinioException unreadable) {
            throw new ArtifactException(
                    ArtifactError.STORAGE_REFUSED,
                    "the certificates that SSL_CERT_FILE or SSL_CERT_DIR name cannot be read: "
                            + unreadable.getMessage(),
                    unreadable);
        }
    }

    private MinioAsyncClient client(OkHttpClient client) {
        return client(client, config.endpoint());
    }

    private MinioAsyncClient client(OkHttpClient client, String endpoint) {
        return MinioAsyncClient.builder()
                .endpoint(endpoint)
                .credentials(config.accessKey(), config.secretKey())
                .region(config.region())
                .httpClient(client)
                .build();
    }

    /** A request to the storage. */
    @FunctionalInterface
    interface Request<T> {
        CompletableFuture<T> send(MinioAsyncClient client) throws MinioException;
    }

    S3Tuning tuning() {
        return tuning;
    }

    String bucket() {
        return config.bucket();
    }

    ExecutorService threads() {
        return threads;
    }

    /** As many as parts of uploads may be in memory at once. */
    Semaphore buffers() {
        return buffers;
    }

    /** Signs addresses for others; the host is part of what is signed. Sends nothing. */
    MinioAsyncClient signer() {
        return signer;
    }

    ArtifactException translate(String doing, Throwable failure) {
        return errors.translate(doing, S3Errors.unwrapped(failure));
    }

    <T> T request(String doing, Request<T> request) {
        return retried(doing, requests, request);
    }

    <T> T download(String doing, Request<T> request) {
        return retried(doing, downloads, request);
    }

    /** A request on which the server may work for minutes before it answers. */
    <T> T serverWork(String doing, Request<T> request) {
        return retried(doing, serverWork, request);
    }

    /** Asks once. */
    <T> T once(Function<MinioAsyncClient, CompletableFuture<T>> request) throws ExecutionException {
        return await(request.apply(requests));
    }

    private <T> T retried(String doing, MinioAsyncClient client, Request<T> request) {
        for (int attempt = 1; ; attempt++) {
            try {
                return await(request.send(client));
            } catch (ExecutionException | MinioException failed) {
                Throwable failure = S3Errors.unwrapped(failed);
                ArtifactException problem = errors.translate(doing, failure);
                if (attempt == tuning.attempts() || !(problem.retryable() || S3Errors.isBucketMissing(failure))) {
                    throw problem;
                }
                if (S3Errors.isBucketMissing(failure)) {
                    makeBucket();
                } else {
                    pause(attempt);
                }
            }
        }
    }

    private void makeBucket() {
        try {
            Object made = await(requests.makeBucket(
                    MakeBucketArgs.builder().bucket(config.bucket()).build()));
            if (made == null) {
                throw new IllegalStateException("the client answered nothing");
            }
        } catch (ExecutionException failed) {
            Throwable failure = S3Errors.unwrapped(failed);
            // Another worker may have been faster.
            if (!S3Errors.hasCode(failure, "BucketAlreadyOwnedByYou", "BucketAlreadyExists")) {
                throw errors.translate("make bucket '" + config.bucket() + "'", failure);
            }
        }
    }

    /** Somewhere in the second half of the pause, so that many callers do not come back at the same moment. */
    void pause(int attempt) {
        Duration pause = tuning.pauseAfter(attempt);
        long millis = Math.max(1, pause.toMillis());
        try {
            Thread.sleep(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1));
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private static <T> T await(CompletableFuture<T> answer) throws ExecutionException {
        try {
            return answer.get();
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    static ArtifactException interrupted(InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return new ArtifactException(
                ArtifactError.INTERRUPTED, "interrupted while talking to the artifact storage", interrupted);
    }

    @Override
    public void close() {
        http.dispatcher().cancelAll();
        http.connectionPool().evictAll();
        threads.shutdown();
    }
}
