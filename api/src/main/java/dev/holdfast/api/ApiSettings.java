package dev.holdfast.api;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Everything that can be set. Defaults are for one machine; each has an environment variable in application.yml. */
@ConfigurationProperties("holdfast")
record ApiSettings(
        Temporal temporal,
        @DefaultValue Payload payload,
        Postgres postgres,
        S3 s3,
        Secrets secrets,
        Api api,
        @DefaultValue Oidc oidc,
        @DefaultValue NearWorker nearWorker) {
    /**
     * @param target host:port of the frontend
     */
    record Temporal(
            @DefaultValue("127.0.0.1:7233") String target,
            @DefaultValue("default") String namespace) {}

    /**
     * Encryption of what Temporal stores, see docs/payload-encryption.md.
     *
     * @param keys {@code id:base64}, newest first
     * @param keyFile the same in a file
     */
    record Payload(@Nullable String keys, @Nullable Path keyFile) {}

    /**
     * @param url a JDBC address
     */
    record Postgres(
            @DefaultValue("jdbc:postgresql://127.0.0.1:5432/holdfast")
            String url,

            @Nullable String user,
            @Nullable String password,
            @DefaultValue("8") int connections) {}

    /**
     * Where files are kept: MinIO or any other S3 service.
     *
     * @param publicEndpoint where callers reach it, for links to artifacts; the endpoint when left out
     */
    record S3(
            @DefaultValue("http://127.0.0.1:9000") String endpoint,
            @DefaultValue("holdfast") String accessKey,
            @DefaultValue("holdfast") String secretKey,
            @DefaultValue("holdfast") String bucket,
            @Nullable String region,
            @Nullable String publicEndpoint) {}

    /**
     * @param key that secrets are sealed under, 64 hexadecimal digits; the same for API and workers
     * @param keyFile has the key when it is not set; made when it is missing
     */
    record Secrets(@Nullable String key, Path keyFile) {}

    /**
     * @param tokenFile holds the token of this machine; made when it is missing
     * @param lookAfter how often a follower looks by itself when nothing wakes it
     * @param uploadLimit of one file, such as 512m or 2g
     * @param requestsPerSecond of one token, after a burst
     * @param auditReadsEvery for how long looks of one caller at one thing are gathered into one entry of the audit
     * @param uiOrigin of a Temporal UI whose pages may ask to decode payloads, such as http://127.0.0.1:8233; none when left out
     * @param ownUrl where this API reaches itself, which the MCP endpoint does; its own port on loopback when left out
     */
    record Api(
            Path tokenFile,
            @DefaultValue("3s") Duration lookAfter,
            @DefaultValue("1g") String uploadLimit,
            @DefaultValue("100") int requestsPerSecond,
            @DefaultValue("300") int burst,
            @DefaultValue("30s") Duration auditReadsEvery,
            @Nullable String uiOrigin,
            @Nullable String ownUrl) {}

    /**
     * Tokens of an OpenID Connect issuer, beside our own; none are taken when there is no issuer.
     *
     * @param issuer its address, below which /.well-known/openid-configuration is found
     * @param audience that a token must be made for
     * @param roleClaim the claim that holds read, submit or operate, alone or among other words
     * @param projectClaim the claim that holds the only project that the caller sees; only operators do without
     */
    record Oidc(
            @Nullable String issuer,
            @DefaultValue("holdfast") String audience,
            @DefaultValue("holdfast_role") String roleClaim,
            @DefaultValue("holdfast_project") String projectClaim) {}

    /**
     * A worker on the same machine, which is asked to start short tasks because it has them at once; without one they go by
     * Temporal's queue.
     *
     * @param url its address, such as http://127.0.0.1:8421
     * @param keyFile the file worker-key in its HOLDFAST_HOME
     */
    record NearWorker(@Nullable String url, @Nullable Path keyFile) {}
}
