package dev.holdfast.api;

import dev.holdfast.activities.artifacts.ArtifactStorage;
import dev.holdfast.activities.artifacts.InputStager;
import dev.holdfast.activities.artifacts.S3Config;
import dev.holdfast.activities.bundle.BundleReader;
import dev.holdfast.activities.bundle.BundleWriter;
import dev.holdfast.activities.diff.TaskComparison;
import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.PostgresConfig;
import dev.holdfast.activities.secrets.SecretKeys;
import dev.holdfast.activities.temporal.PayloadKeys;
import dev.holdfast.activities.temporal.RemoteCodec;
import dev.holdfast.activities.temporal.TemporalConfig;
import dev.holdfast.activities.temporal.TemporalConnection;
import dev.holdfast.api.access.AccessFilter;
import dev.holdfast.api.access.OidcCallers;
import dev.holdfast.api.access.OidcConfig;
import dev.holdfast.api.access.RateLimits;
import dev.holdfast.api.access.Refusals;
import dev.holdfast.api.access.TokenFile;
import dev.holdfast.api.access.Tokens;
import dev.holdfast.api.code.Sources;
import dev.holdfast.api.files.StoredFiles;
import dev.holdfast.api.secrets.KeptSecrets;
import dev.holdfast.api.tasks.Keeping;
import dev.holdfast.api.tasks.Logs;
import dev.holdfast.api.tasks.Outputs;
import dev.holdfast.api.tasks.Reruns;
import dev.holdfast.api.tasks.TaskEngine;
import dev.holdfast.api.tasks.TaskFollower;
import dev.holdfast.api.tasks.Tasks;
import dev.holdfast.api.tasks.temporal.NearWorker;
import dev.holdfast.api.tasks.temporal.TemporalKeeping;
import dev.holdfast.api.tasks.temporal.TemporalTaskEngine;
import dev.holdfast.contract.DataSize;
import java.net.URI;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the API is made of. Nothing here waits for another part: each connects when it is first needed. */
@Configuration(proxyBeanMethods = false)
class ApiParts {
    @Bean
    HistoryDatabase historyDatabase(ApiSettings settings) {
        ApiSettings.Postgres postgres = settings.postgres();
        return HistoryDatabase.connect(
                new PostgresConfig(postgres.url(), postgres.user(), postgres.password(), postgres.connections()));
    }

    @Bean
    TemporalConnection temporalConnection(ApiSettings settings) {
        return new TemporalConnection(
                new TemporalConfig(
                        settings.temporal().target(),
                        settings.temporal().namespace(),
                        PayloadKeys.of(
                                settings.payload().keys(), settings.payload().keyFile())),
                "holdfast-api");
    }

    @Bean
    RemoteCodec remoteCodec(TemporalConnection connection) {
        return new RemoteCodec(connection.payloads());
    }

    @Bean
    TaskEngine taskEngine(TemporalConnection connection, ApiSettings settings) {
        return new TemporalTaskEngine(connection, nearWorker(settings.nearWorker()));
    }

    private static @Nullable NearWorker nearWorker(ApiSettings.NearWorker near) {
        return near.url() == null || near.url().isBlank() || near.keyFile() == null
                ? null
                : new NearWorker(URI.create(near.url()), near.keyFile());
    }

    @Bean
    Reruns reruns(Tasks tasks, HistoryDatabase database) {
        return new Reruns(tasks, database.tasks());
    }

    @Bean
    BundleWriter bundleWriter(HistoryDatabase database, ArtifactStorage storage) {
        return new BundleWriter(database, storage);
    }

    @Bean
    BundleReader bundleReader(HistoryDatabase database, ArtifactStorage storage) {
        return new BundleReader(database, storage, Clock.systemUTC());
    }

    @Bean
    TaskComparison taskComparison(HistoryDatabase database, ArtifactStorage storage) {
        return new TaskComparison(database, storage.blobs());
    }

    @Bean
    Keeping keeping(TemporalConnection connection) {
        return new TemporalKeeping(connection);
    }

    @Bean
    Tasks tasks(TaskEngine engine, HistoryDatabase database, KeptSecrets secrets) {
        return new Tasks(engine, database.tasks(), secrets, Clock.systemUTC());
    }

    @Bean
    KeptSecrets keptSecrets(HistoryDatabase database, ApiSettings settings) {
        ApiSettings.Secrets secrets = settings.secrets();
        return new KeptSecrets(
                database.secrets(), () -> SecretKeys.cipher(secrets.key(), secrets.keyFile()), Clock.systemUTC());
    }

    @Bean
    Logs logs(HistoryDatabase database) {
        return new Logs(database.logs());
    }

    @Bean
    Outputs outputs(HistoryDatabase database) {
        return new Outputs(database.logs());
    }

    @Bean
    TaskFollower taskFollower(Tasks tasks, HistoryDatabase database, ApiSettings settings) {
        return new TaskFollower(tasks, database.logs(), settings.api().lookAfter());
    }

    @Bean
    ArtifactStorage artifactStorage(ApiSettings settings) {
        ApiSettings.S3 s3 = settings.s3();
        return ArtifactStorage.connect(new S3Config(
                s3.endpoint(), s3.accessKey(), s3.secretKey(), s3.bucket(), s3.region(), s3.publicEndpoint()));
    }

    @Bean
    StoredFiles storedFiles(ArtifactStorage storage, HistoryDatabase database, ApiSettings settings) {
        return new StoredFiles(
                storage.blobs(),
                database.uploadOwners(),
                DataSize.parse("holdfast.api.upload-limit", settings.api().uploadLimit()),
                Clock.systemUTC());
    }

    @Bean
    Tokens tokens(HistoryDatabase database, ApiSettings settings) {
        return new Tokens(TokenFile.at(settings.api().tokenFile()), database.accessTokens(), Clock.systemUTC());
    }

    @Bean
    Sources sources(ArtifactStorage storage) {
        return new Sources(new InputStager(storage.blobs()));
    }

    @Bean
    RateLimits rateLimits(ApiSettings settings) {
        return new RateLimits(settings.api().requestsPerSecond(), settings.api().burst(), Clock.systemUTC());
    }

    @Bean
    AccessFilter accessFilter(Tokens tokens, RateLimits limits, ApiSettings settings, Refusals refusals) {
        return new AccessFilter(tokens, oidc(settings.oidc()), limits, refusals);
    }

    private static @Nullable OidcCallers oidc(ApiSettings.Oidc oidc) {
        return oidc.issuer() == null || oidc.issuer().isBlank()
                ? null
                : new OidcCallers(
                        new OidcConfig(oidc.issuer(), oidc.audience(), oidc.roleClaim(), oidc.projectClaim()));
    }
}
