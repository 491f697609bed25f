package dev.holdfast.worker;

import dev.holdfast.activities.artifacts.ArtifactCollector;
import dev.holdfast.activities.artifacts.ArtifactStorage;
import dev.holdfast.activities.artifacts.InputStager;
import dev.holdfast.activities.artifacts.LogArchive;
import dev.holdfast.activities.artifacts.S3Config;
import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.PostgresConfig;
import dev.holdfast.activities.keeping.Keeper;
import dev.holdfast.activities.keeping.LogSealing;
import dev.holdfast.activities.pool.WarmPool;
import dev.holdfast.activities.reaper.LeaseKeeper;
import dev.holdfast.activities.reaper.Reaper;
import dev.holdfast.activities.sandbox.Policy;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxProviders;
import dev.holdfast.activities.sandbox.home.ProjectVolumes;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.activities.secrets.SecretKeys;
import dev.holdfast.activities.secrets.SecretProvider;
import dev.holdfast.activities.secrets.TaskSecrets;
import dev.holdfast.activities.task.HistoryWriter;
import dev.holdfast.activities.task.Host;
import dev.holdfast.activities.task.HostSandboxes;
import dev.holdfast.activities.task.HostSweep;
import dev.holdfast.activities.task.Listeners;
import dev.holdfast.activities.task.Sandboxes;
import dev.holdfast.activities.task.ScheduledSweep;
import dev.holdfast.activities.task.StoredTaskFiles;
import dev.holdfast.activities.task.TaskFiles;
import dev.holdfast.activities.task.TaskPolicy;
import dev.holdfast.activities.task.TaskSandboxActivities;
import dev.holdfast.activities.temporal.OpenTasks;
import dev.holdfast.activities.temporal.PayloadKeys;
import dev.holdfast.activities.temporal.TemporalConfig;
import dev.holdfast.activities.temporal.TemporalConnection;
import dev.holdfast.activities.temporal.WorkflowRemoval;
import dev.holdfast.workflows.HistoryActivities;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the parts of a worker together. */
@Configuration(proxyBeanMethods = false)
class WorkerConfiguration {
    @Bean
    Host host(WorkerProperties properties) {
        return new HostIdentity(properties.homeDirectory()).host();
    }

    @Bean
    TemporalConnection temporal(WorkerProperties properties, Host host) {
        return new TemporalConnection(
                new TemporalConfig(
                        properties.temporal().target(),
                        properties.temporal().namespace(),
                        PayloadKeys.of(
                                properties.payload().keys(),
                                properties.payload().keyFile())),
                "holdfast-worker@" + host.id());
    }

    @Bean
    HistoryDatabase history(WorkerProperties properties) {
        WorkerProperties.Postgres postgres = properties.postgres();
        return HistoryDatabase.connect(new PostgresConfig(postgres.url(), postgres.user(), postgres.password(), 16));
    }

    @Bean
    ArtifactStorage artifacts(WorkerProperties properties) {
        WorkerProperties.S3 s3 = properties.s3();
        return ArtifactStorage.connect(
                new S3Config(s3.endpoint(), s3.accessKey(), s3.secretKey(), s3.bucket(), s3.region(), null));
    }

    @Bean
    SandboxConfig sandboxConfig(WorkerProperties properties, SandboxProperties sandboxes) {
        return sandboxes.config(properties);
    }

    @Bean
    SandboxProviders providers(SandboxConfig config) {
        return new SandboxProviders(config);
    }

    @Bean
    ProjectVolumes volumes(SandboxConfig config) {
        return new ProjectVolumes(SandboxHome.open(config.home()), config);
    }

    @Bean
    HostKey hostKey(WorkerProperties properties) {
        return HostKey.writtenTo(properties.homeDirectory().resolve("worker-key"));
    }

    @Bean
    Sandboxes sandboxes(WorkerProperties properties, SandboxProviders providers, SandboxConfig config) {
        return new HostSandboxes(providers, properties.executor(), properties.image(), new Policy(config));
    }

    @Bean
    TaskFiles files(WorkerProperties properties, ArtifactStorage artifacts, HistoryDatabase history) {
        return new StoredTaskFiles(
                new InputStager(artifacts.blobs()),
                new ArtifactCollector(artifacts.blobs(), properties.sensitiveFiles()),
                artifacts.blobs(),
                history.tasks());
    }

    @Bean
    TaskSecrets secrets(WorkerProperties properties, HistoryDatabase history) {
        return new TaskSecrets(List.of(
                SecretProvider.stored(
                        history.secrets(),
                        SecretKeys.cipher(properties.secrets().key(), properties.secretsKeyFile())),
                SecretProvider.files(properties.secretsDirectory()),
                SecretProvider.environment(System.getenv())));
    }

    @Bean
    TaskPolicy policy(WorkerProperties properties) {
        return new TaskPolicy(
                properties.stepTimeout(),
                properties.stepGrace(),
                TaskPolicy.DEFAULTS.outputLimit(),
                properties.hostLostAfter(),
                properties.lease());
    }

    @Bean
    TaskSandboxActivities activities(
            Host host,
            TaskPolicy policy,
            WorkerProperties properties,
            Sandboxes sandboxes,
            WarmPool pool,
            TaskFiles files,
            TaskSecrets secrets,
            HistoryDatabase history,
            HistoryWriter rows,
            Listeners listeners) {
        return new TaskSandboxActivities(
                host,
                policy,
                properties.capacityOfTheHost(),
                sandboxes,
                pool,
                files,
                secrets,
                history,
                rows,
                listeners);
    }

    @Bean
    Listeners listeners() {
        return new Listeners();
    }

    @Bean
    WarmPool pool(WorkerProperties properties, Host host, HistoryDatabase history, SandboxProviders providers) {
        return new WarmPool(properties.poolConfig(), host.id(), history.leases(), providers::of);
    }

    @Bean
    OpenTasks openTasks(TemporalConnection temporal) {
        return new OpenTasks(temporal);
    }

    @Bean
    Reaper reaper(
            WorkerProperties properties,
            Host host,
            HistoryDatabase history,
            SandboxProviders providers,
            OpenTasks open) {
        return new Reaper(
                host.id(),
                history.leases(),
                providers::available,
                open,
                properties.reaper().grace(),
                Clock.systemUTC());
    }

    @Bean
    HostSweep sweep(WorkerProperties properties, HistoryDatabase history, Reaper reaper, OpenTasks open) {
        return new HostSweep(
                reaper, history.placements(), open, properties.reaper().grace(), Clock.systemUTC());
    }

    @Bean
    LeaseKeeping leaseKeeping(
            WorkerProperties properties,
            Host host,
            HistoryDatabase history,
            SandboxProviders providers,
            OpenTasks open) {
        return new LeaseKeeping(new LeaseKeeper(
                host.id(), properties.lease(), history.leases(), providers::of, open, Clock.systemUTC()));
    }

    @Bean
    HostAnnouncement hostAnnouncement(WorkerProperties properties, Host host, HistoryDatabase history) {
        return new HostAnnouncement(
                history.hosts(), host.id(), properties.capacityOfTheHost().room());
    }

    @Bean
    LogSealing logSealing(HistoryDatabase history, ArtifactStorage artifacts, WarmPool pool) {
        return new LogSealing(
                history.kept(),
                new LogArchive(history.logs(), artifacts.objects()),
                Clock.systemUTC(),
                pool.calm()::crowded);
    }

    @Bean
    Keeper keeper(
            WorkerProperties properties,
            HistoryDatabase history,
            ArtifactStorage artifacts,
            LogSealing sealing,
            TemporalConnection temporal) {
        return new Keeper(
                history,
                artifacts,
                sealing,
                new WorkflowRemoval(temporal),
                properties.retention()::of,
                Clock.systemUTC());
    }

    @Bean
    TaskWorker taskWorker(
            TemporalConnection temporal,
            Host host,
            TaskSandboxActivities activities,
            HistoryActivities rows,
            HostSweep sweep,
            Keeper keeper) {
        return new TaskWorker(temporal, host, List.of(activities, rows, new ScheduledSweep(sweep), keeper));
    }

    @Bean
    HistoryWriter rows(HistoryDatabase history, LogSealing sealing) {
        return new HistoryWriter(history.tasks(), history.placements(), sealing);
    }

    @Bean
    Housekeeping housekeeping(
            WorkerProperties properties,
            TemporalConnection temporal,
            Host host,
            WarmPool pool,
            Sandboxes sandboxes,
            ProjectVolumes volumes,
            @Value("${holdfast.images.prefetch:}") List<String> images) {
        ImagePrefetch prefetch = new ImagePrefetch(sandboxes, images);
        return new Housekeeping(properties, temporal, host, pool, sandboxes, volumes, prefetch);
    }
}
