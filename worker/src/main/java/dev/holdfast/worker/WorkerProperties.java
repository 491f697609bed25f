package dev.holdfast.worker;

import dev.holdfast.contract.Executor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
 */
@ConfigurationProperties("holdfast")
record WorkerProperties(
        @Nullable Path home,
        @DefaultValue("auto") String sandbox,
        @DefaultValue("debian:bookworm-slim") String image,
        @DefaultValue("none,bridge") List<String> networks,
        @DefaultValue List<Path> mounts,
        @DefaultValue("5m") Duration stepTimeout,
        @DefaultValue("5s") Duration stepGrace,
        @DefaultValue("2m") Duration hostLostAfter,
        @DefaultValue("10m") Duration lease,
        @DefaultValue Temporal temporal,
        @DefaultValue Postgres postgres) {

    record Temporal(
            @DefaultValue("127.0.0.1:7233") String target,
            @DefaultValue("default") String namespace) {}

    record Postgres(
            @DefaultValue("jdbc:postgresql://127.0.0.1:5432/holdfast")
            String url,

            @Nullable String user,
            @Nullable String password) {}

    Executor executor() {
        return Executor.fromJson(sandbox);
    }

    Path homeDirectory() {
        return (home == null ? Path.of(System.getProperty("user.home"), ".holdfast") : home)
                .toAbsolutePath()
                .normalize();
    }
}
