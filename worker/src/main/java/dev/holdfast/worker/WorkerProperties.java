package dev.holdfast.worker;

import dev.holdfast.activities.artifacts.SensitiveFiles;
import dev.holdfast.activities.keeping.RetentionPolicy;
import dev.holdfast.activities.pool.PoolConfig;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.ProjectId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the operator sets for a worker, as {@code holdfast.*} or {@code HOLDFAST_*}.
 *
 * @param home where sandboxes and what belongs to them are kept; {@code ~/.holdfast} when left out
 * @param sandbox the executor for tasks that say {@code auto}
 * @param image for tasks that name none
 * @param networks what tasks may ask for
 * @param mounts host directories under which tasks may mount
 * @param hostLostAfter how long a host may be silent before its tasks end as lost
 * @param lease how long a sandbox lives on without a worker of its host, which renews it long before; at least a second
 */
@ConfigurationProperties("holdfast")
record WorkerProperties(
        @Nullable Path home,
        @DefaultValue("auto") String sandbox,
        @DefaultValue("debian:bookworm-slim") String image,
        @DefaultValue("none") List<String> networks,
        @DefaultValue List<Path> mounts,
        @DefaultValue("5m") Duration stepTimeout,
        @DefaultValue("5s") Duration stepGrace,
        @DefaultValue("2m") Duration hostLostAfter,
        @DefaultValue("10m") Duration lease,
        @DefaultValue Temporal temporal,
        @DefaultValue Payload payload,
        @DefaultValue Postgres postgres,
        @DefaultValue S3 s3,
        @DefaultValue Pool pool,
        @DefaultValue Capacity capacity,
        @DefaultValue Reaper reaper,
        @DefaultValue Secrets secrets,
        @DefaultValue Artifacts artifacts,
        @DefaultValue Retention retention) {

    WorkerProperties {
        if (lease.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new InvalidFieldException("holdfast.lease", lease + " is shorter than a second");
        }
    }

    private static final int CPUS_FOR_EACH = 8;
    private static final long MEMORY_TIMES = 4;
    private static final long DISK_TIMES = 10;

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

    record Postgres(
            @DefaultValue("jdbc:postgresql://127.0.0.1:5432/holdfast")
            String url,

            @Nullable String user,
            @Nullable String password) {}

    record S3(
            @DefaultValue("http://127.0.0.1:9000") String endpoint,
            @DefaultValue("holdfast") String accessKey,
            @DefaultValue("holdfast") String secretKey,
            @DefaultValue("holdfast") String bucket,
            @Nullable String region) {}

    /**
     * Burst mode; off unless the operator turns it on, because what waits is there when no task is.
     *
     * @param size how many started sandboxes of each profile wait; 0 for none
     * @param profiles of how many profiles at most
     * @param uses how many tasks of one project a waiting sandbox may serve, with everything cleared and checked in
     *     between; 1 is single use
     * @param refillShare the part of the time that is spent on making sandboxes ahead
     * @param leastMemory nothing is made ahead when the host has less memory left
     * @param networks how many tiny containers make network namespaces for sandboxes, and so how many sandboxes are started at once; without any the engine makes them, which takes twice as long
     */
    record Pool(
            @DefaultValue("0") int size,
            @DefaultValue("3") int profiles,
            @DefaultValue("1") int uses,
            @DefaultValue("1.0") double refillShare,
            @DefaultValue("256m") String leastMemory,
            @DefaultValue("0") int networks) {}

    /**
     * What tasks may have of this host together, counted by their limits. Few tasks use all that they may, so by default
     * this is more than there is.
     *
     * @param cpus eight for each of the machine's when left out
     * @param memory four times the machine's when left out
     * @param disk for workspaces; ten times what is free at start when left out
     * @param tasksPerProject how many tasks of one project may have a sandbox at once, on all hosts; no limit when left out
     */
    record Capacity(
            @Nullable Double cpus,
            @Nullable String memory,
            @Nullable String disk,
            @Nullable Integer tasksPerProject) {}

    /**
     * @param grace what is younger is spared
     */
    record Reaper(
            @DefaultValue("5m") Duration every,
            @DefaultValue("2m") Duration grace) {}

    /**
     * @param key that stored secrets are opened by, 64 hexadecimal digits; the same for API and workers
     * @param keyFile has the key when it is not set; made when it is missing
     * @param directory of files that each hold the secret that they are named after
     */
    record Secrets(
            @Nullable String key,
            @Nullable Path keyFile,
            @Nullable Path directory) {}

    Path secretsKeyFile() {
        return secrets.keyFile() == null ? homeDirectory().resolve("secrets.key") : secrets.keyFile();
    }

    Path secretsDirectory() {
        return secrets.directory() == null ? homeDirectory().resolve("secrets") : secrets.directory();
    }

    dev.holdfast.activities.task.Capacity capacityOfTheHost() {
        return new dev.holdfast.activities.task.Capacity(
                capacity.cpus() != null ? capacity.cpus() : Machine.processors() * CPUS_FOR_EACH,
                capacity.memory() != null
                        ? DataSize.parse("holdfast.capacity.memory", capacity.memory())
                        : new DataSize(Machine.memory() * MEMORY_TIMES),
                capacity.disk() != null
                        ? DataSize.parse("holdfast.capacity.disk", capacity.disk())
                        : new DataSize(Machine.freeDisk(homeDirectory()) * DISK_TIMES),
                capacity.tasksPerProject());
    }

    /**
     * @param sensitive globs of files that are never collected; the standard list when left out
     * @param alsoSensitive globs beside that list
     */
    record Artifacts(
            @DefaultValue List<String> sensitive,
            @DefaultValue List<String> alsoSensitive) {}

    SensitiveFiles sensitiveFiles() {
        SensitiveFiles base =
                artifacts.sensitive().isEmpty() ? SensitiveFiles.STANDARD : new SensitiveFiles(artifacts.sensitive());
        return base.and(artifacts.alsoSensitive());
    }

    /**
     * How long tasks are kept after their end. What is left out does not bound anything.
     *
     * @param every how often it is looked at
     * @param age such as {@code 90d}
     * @param count the newest so many of each project
     * @param bytes of artifacts of each project, such as {@code 100g}
     * @param projects the same for projects of their own
     */
    record Retention(
            @DefaultValue("10m") Duration every,
            @Nullable Duration age,
            @Nullable Long count,
            @Nullable String bytes,
            @DefaultValue Map<String, Project> projects) {

        record Project(
                @Nullable Duration age,
                @Nullable Long count,
                @Nullable String bytes) {}

        RetentionPolicy of(ProjectId project) {
            Project own = projects.get(project.value());
            return own == null ? policy(age, count, bytes) : policy(own.age(), own.count(), own.bytes());
        }

        private static RetentionPolicy policy(@Nullable Duration age, @Nullable Long count, @Nullable String bytes) {
            return new RetentionPolicy(
                    age, count, bytes == null ? null : DataSize.parse("holdfast.retention.bytes", bytes));
        }
    }

    PoolConfig poolConfig() {
        return new PoolConfig(
                pool.size(),
                pool.profiles(),
                lease,
                pool.uses(),
                pool.refillShare(),
                DataSize.parse("pool.least-memory", pool.leastMemory()));
    }

    Executor executor() {
        return Executor.fromJson(sandbox);
    }

    Path homeDirectory() {
        return (home == null ? Path.of(System.getProperty("user.home"), ".holdfast") : home)
                .toAbsolutePath()
                .normalize();
    }
}
